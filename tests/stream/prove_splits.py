"""Law 4 at full length: python -m tests.stream.prove_splits [seeds]

Every case, every fixture (``TOON_SPEC_DIR``) and the documents of many seeds, in all cuts, with batches of every
size; with the engine that serves (``TOONWIRE_ENGINE``).  Exits with 1 at the first disagreement.
"""

from __future__ import annotations

import sys
from random import Random

from tests.stream.splitting import cases, cuts, disagreement, generated
from toonwire import engine
from toonwire.stream import batches, document


def main(seeds: int) -> int:
    rng = Random("splits")
    batches._LEAST = 1
    count = documents = 0
    for case in [*cases(), *(case for seed in range(seeds) for case in generated(seed))]:
        documents += 1
        for chunks in cuts(case[0], rng):
            count += 1
            document._BATCHED_PIECE = rng.choice([8, 64, 300, 4000])
            if (told := disagreement(case, chunks)) is not None:
                print(told)
                return 1
    print(f"{documents} documents in {count} cuts agree ({engine()})")
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))

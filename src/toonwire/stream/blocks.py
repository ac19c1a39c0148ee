"""What a ``with`` block does to something that is written: it is closed, or left as it is after an exception."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Block"]


class Block(ABC):
    """Something that is begun and has to be ended."""

    @abstractmethod
    def close(self) -> None:
        """Ends it; a second call does nothing."""

    @abstractmethod
    def abandon(self) -> None:
        """Leaves it unfinished: it takes nothing more."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.close()
        else:
            self.abandon()

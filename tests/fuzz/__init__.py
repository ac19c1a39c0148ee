"""Coverage-guided fuzzing of both engines; ``python -m tests.fuzz --help`` lists the commands."""

"""The rules of the format in readable Python, both directions of a rule side by side."""

"""Responses of tools: safe Markdown, upstream data, and snapshots for tests."""

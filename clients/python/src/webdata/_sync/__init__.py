# Generated from _async/__init__.py by scripts/write-python-client.ts. Do not edit.
"""The synchronous client."""

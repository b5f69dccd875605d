"""The error that a person sees: one line that says what is wrong and what to do."""

from __future__ import annotations


class Trouble(Exception):
    """Something a person can mend. Its text is the whole message."""

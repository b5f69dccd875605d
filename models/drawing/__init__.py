"""The drawn table: an overhead scene of our own making, with the exact truth beside it. Needs the extra `[train]`."""

"""One typed door to numba, so that the kernels stay readable and type-checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., object])


def compiled(function: F) -> F:
    """Compile a numeric kernel to machine code at its first call; the code is kept beside the module."""
    return cast(F, numba.njit(cache=True, fastmath=True, error_model="numpy")(function))

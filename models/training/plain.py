"""An ONNX file without what its exporter noted of the machine: stack traces, paths, names of packages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import onnx


def forget_the_machine(path: Path) -> None:
    """Rewrite the file with its weights and graph alone."""
    model = onnx.load(str(path))
    _clean(model.graph)
    for function in model.functions:
        _clean(function)
    model.doc_string = ""
    del model.metadata_props[:]
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def _clean(graph: Any) -> None:
    """A graph or a function."""
    graph.doc_string = ""
    parts = [graph, *graph.node, *graph.value_info]
    for name in ("initializer", "input", "output"):
        values = getattr(graph, name)
        parts += [v for v in values if not isinstance(v, str)]
    for part in parts:
        part.doc_string = ""
        del part.metadata_props[:]

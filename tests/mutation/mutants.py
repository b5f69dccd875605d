"""Mutants of one module: small faults put into its syntax tree, one at a time, that a test should notice.

Left alone: docstrings, annotations, decorators, imports, `__all__`, parts of f-strings, and type aliases: a fault there
changes nothing that a program does, or only what it costs.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult, ast.Pow: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault: which node of the module (in `ast.walk` order), what is done to it, and the lines concerned."""

    module: str
    place: int
    variant: int
    operator: str
    words: str
    line: int
    first_line: int
    last_line: int
    in_function: bool

    @property
    def name(self) -> str:
        """Names it for people."""
        return f"{self.module}:{self.line} {self.operator} {self.words}"


def _skipped(tree: ast.Module) -> set[int]:
    """Nodes that no fault is put into, by `id`."""
    left: set[int] = set()

    def leave(node: ast.AST | None) -> None:
        if node is not None:
            left.update(id(n) for n in ast.walk(node))

    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            for statement in node.body:
                if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                    leave(statement)
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            for decorator in node.decorator_list:
                leave(decorator)
        if isinstance(node, ast.FunctionDef):
            leave(node.returns)
        if isinstance(node, ast.arg | ast.AnnAssign):
            leave(node.annotation)
        if isinstance(node, ast.Import | ast.ImportFrom | ast.JoinedStr):
            leave(node)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Subscript | ast.BinOp) and _is_alias(node):
            leave(node)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "zip":
            for keyword in node.keywords:  # `strict`: guards the program against itself
                leave(keyword)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("TypeVar", "cast"):
            leave(node if ast.unparse(node.func) == "TypeVar" else node.args[0])
    return left


def _is_alias(node: ast.Assign) -> bool:
    """A name in capitals-and-letters for a type: `Event = Stroke | Input`, `Pocket = Literal[...]`."""
    name = ast.unparse(node.targets[0])
    return name[:1].isupper() and not name.isupper()


Change = Callable[[Any], ast.AST | None]


def _choices(node: ast.AST, in_function: bool) -> Iterator[tuple[str, str, Change]]:
    """What can be done to one node: operator, words, and the change (a new node, or None where it changed itself)."""
    if isinstance(node, ast.Compare):
        for k, op in enumerate(node.ops):
            other = COMPARE[type(op)]
            yield "comparison", f"{type(op).__name__} -> {other.__name__}", partial(_set_op, k=k, op=other)
    elif isinstance(node, ast.BoolOp):
        to = ast.Or if isinstance(node.op, ast.And) else ast.And
        yield "boolean", f"{type(node.op).__name__} -> {to.__name__}", lambda n: _set(n, "op", to())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield "boolean" if isinstance(node.op, ast.Not) else "arithmetic", "sign dropped", lambda n: n.operand
    elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        to_op = ARITHMETIC[type(node.op)]
        yield "arithmetic", f"{type(node.op).__name__} -> {to_op.__name__}", lambda n: _set(n, "op", to_op())
    elif isinstance(node, ast.Constant):
        value = node.value
        if isinstance(value, bool):
            yield "constant", f"{value} -> {not value}", lambda n: ast.Constant(not value)
        elif isinstance(value, int | float):
            yield "constant", f"{value} -> {value + 1}", lambda n: ast.Constant(value + 1)
        elif isinstance(value, str) and value:
            yield "word", f"{value[:40]!r} changed", lambda n: ast.Constant(value + "~")
    elif isinstance(node, ast.Return) and node.value is not None and not _is_said(node.value):
        yield "return", "None returned", lambda n: _set(n, "value", ast.Constant(None))
    if isinstance(node, ast.If | ast.While | ast.IfExp | ast.Assert) and not isinstance(node.test, ast.Constant):
        yield "condition", "negated", lambda n: _set(n, "test", ast.UnaryOp(ast.Not(), n.test))
    if isinstance(node, ast.comprehension):
        for k in range(len(node.ifs)):
            yield "condition", "negated", partial(_negate_if, k=k)
    if in_function and (
        isinstance(node, ast.Assign | ast.AugAssign | ast.Raise | ast.Continue | ast.Break)
        or (isinstance(node, ast.Return) and (node.value is None or _is_none(node.value)))
        or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Yield | ast.YieldFrom))
    ):
        yield "deletion", "statement left out", lambda n: ast.Pass()


def _is_said(node: ast.AST) -> bool:
    """None, which is what would be returned, or true or false, which are turned round as constants."""
    return isinstance(node, ast.Constant) and (node.value is None or isinstance(node.value, bool))


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _set(node: ast.AST, name: str, value: object) -> None:
    setattr(node, name, value)


def _set_op(node: ast.AST, k: int, op: type[ast.cmpop]) -> None:
    assert isinstance(node, ast.Compare)
    node.ops[k] = op()


def _negate_if(node: ast.AST, k: int) -> None:
    assert isinstance(node, ast.comprehension)
    node.ifs[k] = ast.UnaryOp(ast.Not(), node.ifs[k])


def _parents(tree: ast.Module) -> dict[int, ast.AST]:
    return {id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}


def _lines(node: ast.AST, parents: dict[int, ast.AST]) -> tuple[int, int]:
    """The lines that run when the node does: its own, else those of what it stands in."""
    at: ast.AST = node
    while not hasattr(at, "lineno"):
        at = parents[id(at)]
    statement = at
    while not isinstance(statement, ast.stmt):
        statement = parents[id(statement)]
    first, last = min(at.lineno, statement.lineno), max(at.lineno, getattr(at, "end_lineno", None) or at.lineno)
    if isinstance(at, ast.If | ast.While):
        last = max(at.test.end_lineno or first, first)
    return first, last


def mutants(module: str, source: str) -> list[Mutant]:
    """Every mutant of a module, in the order of its lines."""
    tree = ast.parse(source)
    skipped, parents = _skipped(tree), _parents(tree)
    found = []
    for place, node in enumerate(ast.walk(tree)):
        if id(node) in skipped:
            continue
        above = node
        while id(above) in parents and not isinstance(above, ast.FunctionDef):
            above = parents[id(above)]
        in_function = isinstance(above, ast.FunctionDef) and not _is_default(node, above, parents)
        for variant, (operator, words, _) in enumerate(_choices(node, in_function)):
            if operator == "deletion" and isinstance(node, ast.Return) and _is_last(node, parents):
                continue
            first, last = _lines(node, parents)
            found.append(Mutant(module, place, variant, operator, words, first, first, last, in_function))
    return sorted(found, key=lambda m: (m.line, m.place, m.variant))


def _is_last(node: ast.stmt, parents: dict[int, ast.AST]) -> bool:
    """The end of a function: nothing is returned with it or without it."""
    above = parents[id(node)]
    return isinstance(above, ast.FunctionDef) and above.body[-1] is node


def _is_default(node: ast.AST, function: ast.FunctionDef, parents: dict[int, ast.AST]) -> bool:
    """The node stands in the function's head, which runs when the module is imported."""
    while node is not function:
        above = parents[id(node)]
        if above is function.args:
            return True
        node = above
    return False


def mutated(source: str, mutant: Mutant) -> ast.Module:
    """The module's tree with the fault in it; line numbers stay."""
    tree = ast.parse(source)
    node = next(n for place, n in enumerate(ast.walk(tree)) if place == mutant.place)
    change = list(_choices(node, mutant.in_function))[mutant.variant][2]
    new = change(node)
    if new is not None:
        ast.copy_location(new, node)
        above = next(n for n in ast.walk(tree) if any(child is node for child in ast.iter_child_nodes(n)))
        for name, value in ast.iter_fields(above):
            if value is node:
                setattr(above, name, new)
            elif isinstance(value, list):
                setattr(above, name, [new if v is node else v for v in value])
    return ast.fix_missing_locations(tree)

"""The problem codes in a module, for tests that each has its words."""

import ast


def codes(source: str) -> set[str]:
    """The problem codes of a module: in `Problem(...)`, in `blame(...)`, and where they are handed over or chosen.

    A name that is handed over stands for all that the module gives it.
    """
    tree = ast.parse(source)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    assigned = [node for node in ast.walk(tree) if isinstance(node, ast.Assign)]
    found: set[str] = set()
    for call in calls:
        name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
        first = 1 if name in ("blame", "tell") else 0
        if name in ("Problem", "blame", "tell") and len(call.args) > first:
            code = call.args[first]
            found |= _texts(code, functions)
            if isinstance(code, ast.Name):
                values = (each.value for each in assigned if code.id in map(_name, each.targets))
                found |= {text for value in values for text in _texts(value, functions)}
        for handed in call.keywords:
            found |= _texts(handed.value, functions) if handed.arg == "code" else set()
        if name in functions:
            names = [argument.arg for argument in functions[name].args.args]
            if "code" in names and names.index("code") < len(call.args):
                found |= _texts(call.args[names.index("code")], functions)
    return found


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _texts(node: ast.expr, functions: dict[str, ast.FunctionDef]) -> set[str]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions:
        returns = (one for one in ast.walk(functions[node.func.id]) if isinstance(one, ast.Return) and one.value)
        return {text for one in returns for text in _texts(one.value, functions) if one.value}  # type: ignore[arg-type]
    if isinstance(node, ast.IfExp):
        return _texts(node.body, functions) | _texts(node.orelse, functions)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()

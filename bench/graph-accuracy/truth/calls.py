"""Every call of the Python files given on standard input, by Python's own ast: path, line and column of the name, from 0."""

import ast
import json
import sys

for path in sys.stdin.read().splitlines():
    try:
        source = open(path, encoding="utf-8").read()
        tree = ast.parse(source)
    except (OSError, SyntaxError, ValueError, RecursionError):
        continue
    lines = source.splitlines()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        callee = node.func
        if isinstance(callee, ast.Subscript):
            callee = callee.value
        if isinstance(callee, ast.Name):
            line, column = callee.lineno, callee.col_offset
        elif isinstance(callee, ast.Attribute):
            line, column = callee.end_lineno, callee.end_col_offset - len(callee.attr.encode())
        else:
            continue
        before = lines[line - 1].encode()[:column].decode(errors="replace")
        print(json.dumps([path, line - 1, len(before.encode("utf-16-le")) // 2]))

"""Every call in the C and C++ files of a repository and its target, according to libclang (Debian's python3-clang).

python3 native.py REPOSITORY [clang arguments] > TRUTH.jsonl

Nothing is built. A header that only a build makes or that is not installed is left out; calls that clang cannot resolve then
are not judged. Not judged either: overloaded operators, calls through variables and members, implicit calls, and calls that
depend on a template's parameters.
"""
import ctypes
import json
import os
import sys
from clang.cindex import Cursor, CursorKind, File, Index, SourceLocation, c_object_p, conf

ROOT = os.path.realpath(sys.argv[1])
EXTRA = sys.argv[2:]
KEEP_GOING = 0x200
FUNCTIONS = {
    CursorKind.FUNCTION_DECL,
    CursorKind.CXX_METHOD,
    CursorKind.CONSTRUCTOR,
    CursorKind.DESTRUCTOR,
    CursorKind.CONVERSION_FUNCTION,
    CursorKind.FUNCTION_TEMPLATE,
}
REFERENCES = {CursorKind.DECL_REF_EXPR, CursorKind.MEMBER_REF_EXPR, CursorKind.OVERLOADED_DECL_REF}
SOURCES = (".c", ".cc", ".cpp", ".cxx")
HEADERS = (".h", ".hh", ".hpp", ".hxx")
FOREIGN = {".git", "third_party", "vendor", "node_modules"}

conf.lib.clang_getSpellingLocation.argtypes = [SourceLocation] + [ctypes.c_void_p] * 4
conf.lib.clang_getSpecializedCursorTemplate.argtypes = [Cursor]
conf.lib.clang_getSpecializedCursorTemplate.restype = Cursor
conf.lib.clang_getNumOverloadedDecls.argtypes = [Cursor]
conf.lib.clang_getOverloadedDecl.argtypes = [Cursor, ctypes.c_uint]
conf.lib.clang_getOverloadedDecl.restype = Cursor

relative_paths = {}
texts = {}


def relative(name):
    """The path within the repository; None for a file outside of it."""
    if name not in relative_paths:
        real = os.path.realpath(name)
        relative_paths[name] = real[len(ROOT) + 1 :] if real.startswith(ROOT + "/") else None
    return relative_paths[name]


def place(location):
    """(path, line from 0, column from 0) of where a name is written; None outside of the repository."""
    file, line, column, offset = c_object_p(), ctypes.c_uint(), ctypes.c_uint(), ctypes.c_uint()
    conf.lib.clang_getSpellingLocation(
        location, ctypes.byref(file), ctypes.byref(line), ctypes.byref(column), ctypes.byref(offset)
    )
    if not file:
        return None
    path = relative(File(file).name)
    return None if path is None else (path, line.value - 1, column.value - 1)


def word_at(at):
    path, line, column = at
    if path not in texts:
        with open(os.path.join(ROOT, path), encoding="utf8", errors="replace") as text:
            texts[path] = text.read().split("\n")
    row = texts[path][line] if line < len(texts[path]) else ""
    end = column
    while end < len(row) and (row[end].isalnum() or row[end] in "_~"):
        end += 1
    return row[column:end]


def original(cursor):
    """The template that a function or its class was made from."""
    template = conf.lib.clang_getSpecializedCursorTemplate(cursor)
    return template if template is not None and template.kind.is_declaration() else cursor


declared = {}
sites = {}
visited = set()


def note_declaration(cursor):
    at = place(cursor.location)
    if at is None:
        return
    places = declared.setdefault(cursor.get_usr(), set())
    places.add(at)
    if cursor.kind == CursorKind.CONSTRUCTOR:
        owner = place(cursor.semantic_parent.location)
        if owner is not None:
            places.add(owner)


def callee_of(call):
    """The expression that names the called function."""
    at = next(call.get_children(), None)
    while at is not None and at.kind in (CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR):
        at = next(at.get_children(), None)
    return at if at is not None and at.kind in REFERENCES else None


def targets_of(reference):
    if reference.kind == CursorKind.OVERLOADED_DECL_REF:
        count = conf.lib.clang_getNumOverloadedDecls(reference)
        return [conf.lib.clang_getOverloadedDecl(reference, at) for at in range(count)]
    found = reference.referenced
    if found is None:
        return []
    if found.kind == CursorKind.OVERLOADED_DECL_REF:
        return targets_of(found)
    return [found]


def add_site(at, targets):
    if at is None or not targets or any(target.kind not in FUNCTIONS for target in targets):
        return
    # C declares a function that no header declares at its call: its target is not known.
    if any(place(target.location) == at for target in targets):
        return
    known = sites.setdefault(at, set())
    for target in targets:
        one = original(target)
        known.add((one.get_usr(), place(one.location)))


def note_call(call):
    if call.referenced is not None and call.referenced.kind == CursorKind.CONSTRUCTOR:
        return
    reference = callee_of(call)
    if reference is None:
        return
    targets = targets_of(reference)
    if any(target.spelling.startswith("operator") for target in targets):
        return
    at = place(reference.location)
    if at is not None and targets and word_at(at) == targets[0].spelling.split("<")[0]:
        add_site(at, targets)


def note_construction(cursor):
    """`new A(…)` and `A a(…)`: the constructor, at the name of the type."""
    children = list(cursor.get_children())
    types = [child for child in children if child.kind in (CursorKind.TYPE_REF, CursorKind.TEMPLATE_REF)]
    calls = [child for child in children if child.kind == CursorKind.CALL_EXPR]
    if len(types) == 0 or len(calls) != 1:
        return
    call = calls[0]
    made = call.referenced
    is_explicit = cursor.kind == CursorKind.CXX_NEW_EXPR or any(True for _ in call.get_children())
    if made is None or made.kind != CursorKind.CONSTRUCTOR or not is_explicit:
        return
    at = place(types[-1].location)
    if at is None or word_at(at) != made.spelling.split("<")[0]:
        return
    # `A a = f()` makes a copy that no one has written.
    if cursor.kind == CursorKind.VAR_DECL:
        name = place(cursor.location)
        row = texts[name[0]][name[1]][name[2] + len(cursor.spelling) :].lstrip() if name else ""
        if name is None or not row.startswith(("(", "{")):
            return
    add_site(at, [made])


def visit(cursor):
    for child in cursor.get_children():
        if cursor.kind == CursorKind.TRANSLATION_UNIT:
            file = child.location.file
            if file is None or relative(file.name) is None:
                continue
            # A header is read once, not for every file that includes it.
            top = (file.name, child.location.offset)
            if top in visited:
                continue
            visited.add(top)
        if child.kind in FUNCTIONS:
            note_declaration(child)
        elif child.kind == CursorKind.CALL_EXPR:
            note_call(child)
        if child.kind in (CursorKind.CXX_NEW_EXPR, CursorKind.VAR_DECL):
            note_construction(child)
        visit(child)


def files(endings):
    for folder, folders, names in os.walk(ROOT):
        folders[:] = sorted(name for name in folders if name not in FOREIGN)
        for name in sorted(names):
            if name.endswith(endings):
                yield os.path.join(folder, name)


def main():
    sys.setrecursionlimit(20_000)
    index = Index.create()
    problems = 0
    seen = set()
    folders = [ROOT, os.path.join(ROOT, "include"), os.path.join(ROOT, "src")]
    paths = list(files(SOURCES))
    # Folders with headers come last, so that no header of the system is replaced.
    after = [f"-idirafter{one}" for one in sorted({os.path.dirname(path) for path in files(HEADERS)})]
    for path in [*paths, *files(HEADERS)]:
        if path.endswith(HEADERS) and relative(path) in seen:
            continue
        is_c = path.endswith(".c") or (path.endswith(".h") and any(one.endswith(".c") for one in paths))
        language = ["-xc", "-std=gnu11"] if is_c else ["-xc++", "-std=c++17"]
        args = [*language, *(f"-I{one}" for one in folders), f"-I{os.path.dirname(path)}", *EXTRA, *after]
        unit = index.parse(path, args=args, options=KEEP_GOING)
        if any(item.severity >= 3 for item in unit.diagnostics):
            problems += 1
        seen.update(filter(None, (relative(one.include.name) for one in unit.get_includes())))
        visit(unit.cursor)
    for (path, line, column), found in sorted(sites.items()):
        targets = set()
        for usr, at in found:
            targets |= declared.get(usr, set()) | ({at} if at is not None else set())
        written = sorted(f"{at[0]}:{at[1]}:{at[2]}" for at in targets)
        print(json.dumps({"path": path, "line": line, "column": column, "targets": written or ["outside:0:0"]}))
    print(f"{len(paths)} files, {problems} with errors, {len(sites)} calls", file=sys.stderr)


main()

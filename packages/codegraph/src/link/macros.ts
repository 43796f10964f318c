/** Rust's `name!`: macros have a separate namespace and are visible by position, not only by paths. */
import type { Resolver } from "./resolver.ts";
import type { Position, Target, Tier } from "./value.ts";

/** Declared type of a macro in the facts: the keyword that defines it. */
const MACRO = "macro_rules!";
/** Standard macros. A macro of the same name in a file takes precedence only in that file. */
const STANDARD = new Set(
  `assert assert_eq assert_ne cfg column compile_error concat dbg debug_assert debug_assert_eq debug_assert_ne env
  eprint eprintln file format format_args include include_bytes include_str line matches module_path option_env panic
  print println stringify thread_local todo try unimplemented unreachable vec write writeln`.split(
    /\s+/,
  ),
);

/** Resolves a macro. `callee` is a chain: a name, or a path that ends with the name. */
export function macroTarget(
  r: Resolver,
  callee: string,
  place: Position,
): { readonly target: Target; readonly tier: Tier } | undefined {
  const names = callee.split(".");
  const name = names.at(-1) ?? "";
  if (names.length > 1) return ofCrate(r, place.file, names.slice(0, -1).join("."), name);
  const here = inFile(r, place, name);
  if (here !== undefined) return { target: here, tier: "file" };
  for (const item of r.program.tables(place.file)?.imports.get(name) ?? []) {
    const found = ofCrate(r, place.file, item.specifier, item.imported);
    if (found !== undefined) return found;
  }
  if (STANDARD.has(name)) return undefined;
  const there = among(r, r.modules.implFiles(place.file), name);
  return there === undefined ? undefined : { target: there, tier: "module" };
}

/** Returns the last definition in an enclosing scope; a later one hides an earlier one. */
function inFile(r: Resolver, place: Position, name: string): Target | undefined {
  const definitions = r.program.tables(place.file)?.facts.definitions ?? [];
  const around = new Set([-1]);
  for (let at = place.scope; at >= 0; at = definitions[at]?.container ?? -1) around.add(at);
  const definition = definitions.findLastIndex(
    (item) => item.name === name && item.type === MACRO && around.has(item.container),
  );
  return definition < 0 ? undefined : { file: place.file, definition };
}

/** Returns an exported macro of a crate, which is visible at its root, whichever file defines it. */
function ofCrate(r: Resolver, file: number, specifier: string, name: string) {
  const [root] = r.modules.resolve(file, specifier);
  if (root === undefined) return undefined;
  const target = among(r, [root, ...r.modules.implFiles(root)], name);
  return target === undefined ? undefined : { target, tier: "import" as const };
}

function among(r: Resolver, files: readonly number[], name: string): Target | undefined {
  for (const file of files) {
    for (const definition of r.program.membersNamed(file, -1, name)) {
      if (r.program.definition(file, definition)?.type === MACRO) return { file, definition };
    }
  }
  return undefined;
}

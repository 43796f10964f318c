/** What declaration files of TypeScript declare without an import: global names, and modules by name. */
import { globalName, type Import } from "../../facts/facts.ts";
import type { NameKind } from "../pick.ts";
import type { Resolver } from "../resolver.ts";
import { isKnownType } from "../types/known-types.ts";
import type { Value } from "../value.ts";

/** Returns what a declaration file of the package declares under a name for all files: `declare function expect(): Root`. */
export function globally(
  r: Resolver,
  file: number,
  name: string,
  wanted: NameKind,
): Value | undefined {
  if (wanted === "type" && isKnownType(name)) return undefined;
  const global = globalName(name);
  for (const other of r.declared(global)) {
    if (other === file || !r.modules.isInPackageOf(file, other)) continue;
    const value = r.exported(other, global, wanted);
    if (value?.kind !== "definition") continue;
    const kind = r.program.definition(value.file, value.definition)?.kind ?? "";
    if (wanted === "type" || (kind !== "interface" && kind !== "type_alias")) return value;
  }
  return undefined;
}

/** Returns what an import means in `declare module "name" { … }` of a declaration file, the package's own first. */
export function inDeclaredModule(
  r: Resolver,
  file: number,
  { specifier, imported }: Import,
  wanted: NameKind,
): Value | undefined {
  const files = r.declared(globalName(specifier));
  const near = files.filter((other) => r.modules.isInPackageOf(file, other));
  for (const other of new Set([...near, ...files])) {
    for (const scope of r.program.membersNamed(other, -1, specifier)) {
      const own = r.program.definition(other, scope);
      if (own?.kind !== "module") continue;
      const isWhole = imported === "*" || imported === "default";
      const found = isWhole
        ? own.value !== "" && r.lookup({ file: other, scope }, own.value, wanted)?.value
        : r.member(
            { kind: "definition", file: other, definition: scope, env: undefined },
            imported,
          );
      if (found) return found;
    }
  }
  return undefined;
}

/**
 * Usings of C# that apply to files which do not contain them: `global using` in any file of the project, `<Using>` in a
 * project file, and those that the compiler adds itself.
 */
import type { FileFacts, Using } from "../../facts/facts.ts";
import { MAX_USINGS } from "../../facts/text/take-namespaces.ts";
import { folderOf } from "../modules/project-config.ts";
import { perResolver, type Resolver } from "../resolver.ts";

/** Stands for all `global using` statements among the names that need no import. */
export const GLOBAL_USING = "global using";

export function hasGlobalUsing({
  language,
  imports,
}: Pick<FileFacts, "language" | "imports">): boolean {
  return language === "csharp" && imports.some(({ isReexport }) => isReexport);
}

/** Returns the mark by which a later linking of other files finds a file with `global using` statements. */
export const globalUsingMark = (facts: FileFacts): readonly string[] =>
  hasGlobalUsing(facts) ? [GLOBAL_USING] : [];

/** Namespaces that a project sees without naming them, unless it says otherwise. Few projects add types to them. */
const IMPLICIT: readonly Using[] = [
  "System",
  "System.Collections.Generic",
  "System.IO",
  "System.Linq",
  "System.Net.Http",
  "System.Threading",
  "System.Threading.Tasks",
].map((specifier) => ({ specifier, imported: "*", local: "*" }));

interface Shared {
  readonly folder: string;
  readonly usings: readonly Using[];
}

const sharedOf = perResolver(() => ({ all: undefined as readonly Shared[] | undefined }));

/** Returns the usings that apply to a file of C# besides its own, nearest first. */
export function usingsAround(r: Resolver, file: number): Using[] {
  if (r.program.language(file) !== "csharp") return [];
  const cache = sharedOf(r);
  cache.all ??= r.declared(GLOBAL_USING).map((at) => ({
    folder: folderSharedBy(r.program.paths[at] ?? "", r.modules.moduleOf(at)),
    usings: (r.program.tables(at)?.facts.imports ?? [])
      .filter(({ isReexport }) => isReexport)
      .slice(0, MAX_USINGS),
  }));
  const path = r.program.paths[file] ?? "";
  return [
    ...cache.all.flatMap(({ folder, usings }) => (path.startsWith(folder) ? usings : [])),
    ...r.modules.usings(file),
    ...IMPLICIT,
  ];
}

/**
 * Returns the beginning of the paths to which the `global using` statements of a file apply: its project, or else its folder.
 */
export function folderSharedBy(path: string, project: string | undefined): string {
  const folder = project ?? folderOf(path).replace(/(?:^|\/)Properties$/, "");
  return folder === "" ? "" : `${folder}/`;
}

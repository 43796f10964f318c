/** Languages whose files can use each other's definitions, and source files of languages that are not read. */
import { languageOf } from "./languages.ts";

const FAMILIES: readonly (readonly [string, string])[] = [
  ["ecmascript", "typescript tsx javascript vue svelte astro"],
  ["jvm", "java kotlin scala groovy"],
  ["c", "c cpp objective-c"],
  ["dotnet", "csharp fsharp"],
];
const FAMILY_OF_LANGUAGE = new Map(
  FAMILIES.flatMap(([family, names]) => names.split(" ").map((name) => [name, family] as const)),
);

/** By extension: the family whose definitions such a file can use. */
const SOURCES: ReadonlyMap<string, string> = new Map(
  [
    ["ecmascript", ".vue .svelte .astro .mdx .marko .coffee .ets"],
    ["python", ".pyx .pxd .ipynb"],
    ["jvm", ".kt .kts .scala .groovy .clj"],
    ["c", ".c .h .cc .cpp .cxx .hpp .m .mm .cu"],
    ["dotnet", ".cs .fs .vb .razor .cshtml"],
    ["go", ".templ .gohtml"],
    ["php", ".php"],
    ["ruby", ".rb .erb .rake"],
    ["swift", ".swift"],
    ["dart", ".dart"],
    ["lua", ".lua"],
    ["elixir", ".ex .exs .erl"],
    ["perl", ".pl .pm"],
    ["r", ".r"],
    ["julia", ".jl"],
    ["haskell", ".hs"],
    ["zig", ".zig"],
    ["solidity", ".sol"],
  ].flatMap(([family = "", list = ""]) => list.split(" ").map((item) => [item, family] as const)),
);

/** Returns the extension with its dot, in lower case; "" for none. */
export function extensionOf(path: string): string {
  const dot = path.lastIndexOf(".");
  return dot <= path.lastIndexOf("/") ? "" : path.slice(dot).toLowerCase();
}

/** Returns whether this is a source file in a language whose calls are not read. */
export function isUnreadSource(path: string): boolean {
  if (TEMPLATE.test(path)) return true;
  const language = languageOf(path);
  if (language !== undefined) return language.depth === "outline" && SOURCES.has(extensionOf(path));
  return SOURCES.has(extensionOf(path));
}

/** Angular's templates; other HTML pages use no definitions. */
const TEMPLATE = /\.(?:component|ng)\.html$/;

/**
 * Returns the family of a file; files of one family can use each other's definitions. Undefined for a file that is not source
 * code.
 */
export function familyOf(path: string): string | undefined {
  if (TEMPLATE.test(path)) return "ecmascript";
  const language = languageOf(path)?.name;
  if (language === undefined) return SOURCES.get(extensionOf(path));
  return FAMILY_OF_LANGUAGE.get(language) ?? language;
}

/** Languages with known definitions and imports, but without calls. */
import type { ImportClause, Language } from "./language.ts";

const SCRIPT = { lineComment: "#" } as const;

function outline(
  name: string,
  grammar: string,
  extensions: readonly string[],
  rest: Pick<Language, "query" | "dialect" | "readImports" | "hasGiantLexer">,
): Language {
  return { name, grammar: `tree-sitter-${grammar}.wasm`, extensions, depth: "outline", ...rest };
}

/** Imports whole modules by the first match of a pattern, without names. */
function byPattern(pattern: RegExp): (statement: string) => ImportClause[] {
  return (statement) => {
    const specifier = pattern.exec(statement)?.[1];
    return specifier === undefined ? [] : [{ specifier, imported: "", local: "" }];
  };
}

export const OUTLINES: readonly Language[] = [
  outline("bash", "bash", [".sh", ".bash"], {
    query: `
(function_definition name: (word) @name) @definition.function
((command name: (command_name) @method) @import (#match? @method "^(source|\\\\.)$"))
`,
    dialect: SCRIPT,
    hasGiantLexer: true,
    readImports: byPattern(/^(?:source|\.)\s+["']?(?:\$\{?\w+\}?\/)?([\w./-]+)/),
  }),
];

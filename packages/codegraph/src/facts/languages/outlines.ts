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
  outline("ruby", "ruby", [".rb", ".rake"], {
    query: `
(method name: (_) @name) @definition.function
(singleton_method name: (_) @name) @definition.function
(class name: (_) @name) @definition.class
(class superclass: (superclass (_) @base))
(module name: (_) @name) @definition.module
((call method: (identifier) @method arguments: (_)) @import (#match? @method "^require(_relative)?$"))
`,
    dialect: SCRIPT,
    readImports: (statement) => {
      const match = /^require(_relative)?\s*\(?\s*["']([^"']+)["']/.exec(statement);
      if (match?.[2] === undefined) return [];
      const specifier = match[1] === undefined ? match[2] : `./${match[2]}`;
      return [{ specifier, imported: "", local: "" }];
    },
  }),
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

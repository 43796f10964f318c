/** Languages with known definitions and imports, but without calls. */
import type { ImportClause, Language } from "./language.ts";

const PLAIN = { lineComment: "//" } as const;
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

const CPP_QUERY = `
(function_definition declarator: (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier)] @name)) @definition.function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))) @definition.function
(class_specifier name: (type_identifier) @name body: (_)) @definition.class
(struct_specifier name: (type_identifier) @name body: (_)) @definition.class
(union_specifier name: (type_identifier) @name body: (_)) @definition.class
(enum_specifier name: (type_identifier) @name body: (_)) @definition.enum
(namespace_definition name: (_) @name) @definition.module
(type_definition declarator: (type_identifier) @name) @definition.type_alias
(preproc_function_def name: (identifier) @name) @definition.function
(base_class_clause (type_identifier) @base)
(preproc_include) @import
`;

/** C is parsed with the C++ grammar: nearly all C is valid C++, and the bundle has no C grammar. */
const C_AND_CPP = {
  query: CPP_QUERY,
  dialect: PLAIN,
  readImports: byPattern(/#\s*include\s+"([^"]+)"/),
};

export const OUTLINES: readonly Language[] = [
  outline("c", "cpp", [".c", ".h"], C_AND_CPP),
  outline("cpp", "cpp", [".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx", ".ipp"], C_AND_CPP),
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
  outline("php", "php", [".php"], {
    query: `
(function_definition name: (name) @name) @definition.function
(method_declaration name: (name) @name) @definition.method
(class_declaration name: (name) @name) @definition.class
(interface_declaration name: (name) @name) @definition.interface
(trait_declaration name: (name) @name) @definition.class
(enum_declaration name: (name) @name) @definition.enum
(base_clause (_) @base)
(class_interface_clause (_) @base)
(namespace_use_clause) @import
`,
    dialect: PLAIN,
    readImports: byPattern(/^\\?([\w\\]+)/),
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

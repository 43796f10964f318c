/** TypeScript, TSX and JavaScript. The TSX grammar parses JavaScript too, so one query serves all. */
import type { ExportName } from "../facts.ts";
import type { ExportClause, ImportClause, Language } from "./language.ts";

const FUNCTION_VALUE = `[
  (arrow_function return_type: (_)? @type)
  (function_expression return_type: (_)? @type)
  (generator_function return_type: (_)? @type)]`;

/** Returns the pattern of a function as an argument at a position. */
function functionAt(position: number): string {
  const before = "(_) . ".repeat(position);
  return `(call_expression function: (_) @name
    arguments: (arguments . ${before}[(arrow_function) (function_expression)] @argument.${position}))`;
}

const QUERY = `
(function_declaration name: (identifier) @name return_type: (_)? @type) @definition.function
(generator_function_declaration name: (identifier) @name return_type: (_)? @type) @definition.function
(function_signature name: (identifier) @name return_type: (_)? @type) @definition.function
(class_declaration name: (type_identifier) @name) @definition.class
(abstract_class_declaration name: (type_identifier) @name) @definition.class
(variable_declarator name: (identifier) @name value: (class)) @definition.class
(interface_declaration name: (type_identifier) @name) @definition.interface
(type_alias_declaration name: (type_identifier) @name value: (_) @type) @definition.type_alias
(enum_declaration name: (identifier) @name) @definition.enum
(enum_body name: (property_identifier) @name @definition.property)
(enum_assignment name: (property_identifier) @name) @definition.property
(internal_module name: (identifier) @name) @definition.module
(module name: [(identifier) (string)] @name) @definition.module
(method_definition name: (_) @name return_type: (_)? @type) @definition.method
(method_signature name: (_) @name return_type: (_)? @type) @definition.method
(abstract_method_signature name: (_) @name return_type: (_)? @type) @definition.method
(public_field_definition name: (_) @name type: (_)? @type value: ${FUNCTION_VALUE} @function) @definition.method
(public_field_definition name: (_) @name type: (_)? @type value: (_)? @value) @definition.property
(property_signature name: (_) @name type: (_)? @type) @definition.property
(pair key: (property_identifier) @name value: ${FUNCTION_VALUE} @function) @definition.method
(variable_declarator name: (identifier) @name type: (_)? @type value: ${FUNCTION_VALUE} @function) @definition.function
(variable_declarator name: (identifier) @name type: (_)? @type value: (_)? @value) @definition.variable
(variable_declarator name: [(object_pattern) (array_pattern)] @name type: (_)? @type value: (_) @value) @destructured
(export_statement "default" value: [(arrow_function) (function_expression) (class)] @definition.function)
(assignment_expression left: (member_expression) @name right: (_) @value) @assigned
(assignment_expression left: (identifier) @name right: (_) @value) @reassigned
(required_parameter [(accessibility_modifier) (override_modifier) "readonly"] pattern: (identifier) @name type: (_)? @type) @field
(required_parameter pattern: (_) @name type: (_)? @type value: (_)? @value) @parameter
(optional_parameter pattern: (_) @name type: (_)? @type) @parameter
(arrow_function parameter: (identifier) @name @parameter)
(arrow_function) @lambda
(function_expression) @lambda
(generator_function) @lambda
(function_type) @lambda
(constructor_type) @lambda
(call_signature return_type: (_)? @type) @lambda
(construct_signature type: (_)? @type) @lambda
${[0, 1, 2, 3, 4, 5].map(functionAt).join("\n")}
(for_in_statement left: (identifier) @name operator: "of" right: (_) @value) @element
(for_in_statement left: [(object_pattern) (array_pattern)] @name operator: "of" right: (_) @value) @destructured
(arrow_function body: [(call_expression) (identifier) (member_expression) (new_expression) (await_expression)
  (parenthesized_expression) (as_expression)] @return)
(return_statement (_) @return)
(extends_clause value: (_) @name type_arguments: (_)? @type) @base
(class_heritage (implements_clause (_) @base))
(extends_type_clause type: (_) @base)
(type_parameters) @typeparameters
(call_expression function: (_) @call)
(new_expression constructor: (_) @new)
(decorator [(identifier) (member_expression)] @reference)
(arguments [(identifier) (member_expression object: (this))] @reference)
(import_statement) @import
((call_expression function: (identifier) @method arguments: (arguments . (string))) @import (#eq? @method "require"))
(call_expression function: (import) arguments: (arguments . (string))) @import
(export_statement) @export
(binary_expression left: (identifier) @name operator: "instanceof" right: [(identifier) (member_expression)] @type) @narrowed
(if_statement condition: (parenthesized_expression (call_expression function: [(identifier) (member_expression)] @value
  arguments: (arguments . (identifier) @name .)) @narrowed))
(ternary_expression condition: (call_expression function: [(identifier) (member_expression)] @value
  arguments: (arguments . (identifier) @name .)) @narrowed)
(binary_expression left: (call_expression function: [(identifier) (member_expression)] @value
  arguments: (arguments . (identifier) @name .)) @narrowed operator: "&&")
(ambient_declaration "global" (statement_block) @global)
(variable_declarator value: [(object (shorthand_property_identifier) @name @member)
  (as_expression (object (shorthand_property_identifier) @name @member))
  (satisfies_expression (object (shorthand_property_identifier) @name @member))])
(variable_declarator value: [(object (pair key: (property_identifier) @name value: [(identifier) (member_expression)] @value) @member)
  (as_expression (object (pair key: (property_identifier) @name value: [(identifier) (member_expression)] @value) @member))
  (satisfies_expression (object (pair key: (property_identifier) @name value: [(identifier) (member_expression)] @value) @member))])
`;

const JSX_QUERY = `${QUERY}
(jsx_opening_element name: (_) @reference)
(jsx_self_closing_element name: (_) @reference)
(jsx_expression [(identifier) (member_expression object: (this))] @reference)
`;

const SCRIPT = {
  depth: "full",
  query: QUERY,
  dialect: { lineComment: "//", hasNew: true, hasTypeArguments: true, hasInference: true },
  readImports: importClauses,
  readExport: exportClause,
  isStatic: (head: string) => /\bstatic\b/.test(head),
} as const;

export const TYPESCRIPT: Language = {
  ...SCRIPT,
  name: "typescript",
  grammar: "tree-sitter-typescript.wasm",
  extensions: [".ts", ".mts", ".cts"],
  repair: withSemicolons,
  oxc: "ts",
};

export const TSX: Language = {
  ...SCRIPT,
  name: "tsx",
  query: JSX_QUERY,
  grammar: "tree-sitter-tsx.wasm",
  extensions: [".tsx"],
  oxc: "tsx",
};

export const JAVASCRIPT: Language = {
  ...SCRIPT,
  name: "javascript",
  query: JSX_QUERY,
  grammar: "tree-sitter-tsx.wasm",
  extensions: [".js", ".jsx", ".mjs", ".cjs"],
  oxc: "jsx",
};

/**
 * Works around tree-sitter-typescript 0.23.2: it ends no interface member before a line that starts with `<` or `(`, takes a
 * call signature for arguments of the preceding type, and loses the rest of the file.
 */
function withSemicolons(text: string): string {
  return text.replace(
    /(?<=[\])>\w}]\s*\n(?:\s*(?:\/\/[^\n]*|\/\*[^/]*\*\/)\n)*[ \t]*)[ \t](?=[<(])/g,
    ";",
  );
}

const SPECIFIER = /(?:\bfrom\s*|\brequire\s*\(\s*|^import\s*\(?\s*)["']([^"'\n]+)["']/;
const EXPORTS_ONLY = /^export\s+(?:type\s+)?(?:\{|\*)/;

function importClauses(statement: string): ImportClause[] {
  const specifier = SPECIFIER.exec(statement)?.[1];
  if (specifier === undefined) return [];
  const clauses: ImportClause[] = [];
  const [head = ""] = statement
    .replace(/^import\s+(?:type\s+(?!from\b|,))?/, "")
    .split(/\bfrom\b\s*["']/);
  const braces = /\{([^}]*)\}/.exec(head)?.[1];
  for (const [imported, local] of names(braces)) clauses.push({ specifier, imported, local });
  const all = /\*\s*as\s+([\p{ID_Continue}$]+)/u.exec(head)?.[1];
  if (all !== undefined) clauses.push({ specifier, imported: "*", local: all });
  const assigned = /^([\p{ID_Continue}$]+)\s*=\s*require/u.exec(head)?.[1];
  const own = /^([\p{ID_Continue}$]+)\s*(?:,|$)/u.exec(head.trim())?.[1];
  if (assigned !== undefined) clauses.push({ specifier, imported: "*", local: assigned });
  else if (own !== undefined) clauses.push({ specifier, imported: "default", local: own });
  return clauses.length > 0 ? clauses : [{ specifier, imported: "", local: "" }];
}

function exportClause(statement: string): ExportClause {
  const none = { imports: [], names: [], isDeclaration: false, isDefault: false };
  if (EXPORTS_ONLY.test(statement)) return { ...none, ...exportList(statement) };
  const alone = /^export\s*(?:default|=)\s*([\p{ID_Continue}$]+)\s*;?\s*$/u.exec(statement)?.[1];
  if (alone !== undefined) return { ...none, names: [{ exported: "default", local: alone }] };
  return { ...none, isDeclaration: true, isDefault: /^export\s+default\b/.test(statement) };
}

function exportList(statement: string): Pick<ExportClause, "imports" | "names"> {
  const specifier = SPECIFIER.exec(statement)?.[1];
  const pairs = names(/\{([^}]*)\}/.exec(statement)?.[1]);
  if (specifier === undefined) {
    const exported: ExportName[] = pairs.map(([local, name]) => ({ exported: name, local }));
    return { imports: [], names: exported };
  }
  const star = /^export\s+(?:type\s+)?\*\s*(?:as\s+([\p{ID_Continue}$]+))?/u.exec(statement);
  const taken = star === null ? pairs : [["*", star[1] ?? "*"] as const];
  const imports = taken.map(([imported, local]) => ({
    specifier,
    imported,
    local,
    isReexport: true,
  }));
  return { imports, names: [] };
}

/** Returns the imported and local names of `a, type b as c`. */
function names(list: string | undefined): (readonly [string, string])[] {
  if (list === undefined) return [];
  const found: (readonly [string, string])[] = [];
  const bare = list.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, "");
  for (const part of bare.split(",")) {
    const match =
      /^\s*(?:type\s+)?([\p{ID_Continue}$]+)(?:\s+as\s+([\p{ID_Continue}$]+))?\s*$/u.exec(part);
    const name = match?.[1];
    if (name !== undefined) found.push([name, match?.[2] ?? name]);
  }
  return found;
}

/** PHP. Names are read with dots for backslashes, arrows and double colons; `$.` is the namespace of all others. */
import type { ImportClause, Language } from "./language.ts";

const NAME = "[(name) (qualified_name)]";

const QUERY = `
(namespace_definition name: (namespace_name) @name body: (_)) @package
(namespace_definition name: (namespace_name) @package !body)
(function_definition name: (name) @name return_type: (_)? @type) @definition.function
(class_declaration name: (name) @name) @definition.class
(interface_declaration name: (name) @name) @definition.interface
(trait_declaration name: (name) @name) @definition.class
(enum_declaration name: (name) @name) @definition.enum
(enum_case name: (name) @name) @definition.property
(method_declaration name: (name) @name return_type: (_)? @type) @definition.method
(property_declaration type: (_)? @type (property_element name: (variable_name (name) @name) default_value: (_)? @value)) @definition.property
(const_declaration (const_element . (name) @name . (_) @value)) @definition.variable
(property_promotion_parameter type: (_)? @type name: (variable_name (name) @name)) @field
(property_promotion_parameter type: (_)? @type name: (variable_name) @name) @parameter
(simple_parameter type: (_)? @type name: (variable_name) @name) @parameter
(variadic_parameter type: (_)? @type name: (variable_name) @name) @parameter
(anonymous_function) @lambda
(arrow_function) @lambda
(assignment_expression left: (variable_name) @name right: (_) @value) @definition.variable
(assignment_expression left: (member_access_expression object: (variable_name)) @name right: (_) @value) @assigned
(foreach_statement . (_) @value . (variable_name) @name) @element
(foreach_statement . (_) @value . (pair (_) (variable_name) @name)) @element
(catch_clause type: (_) @type name: (variable_name) @name) @local
(binary_expression left: (variable_name) @name operator: "instanceof" right: ${NAME} @type) @narrowed
(return_statement (_) @return)
(base_clause ${NAME} @base)
(class_interface_clause ${NAME} @base)
(use_declaration ${NAME} @base)
(function_call_expression function: ${NAME} @call)
(member_call_expression name: (name) @name) @invocation
(nullsafe_member_call_expression name: (name) @name) @invocation
(scoped_call_expression name: (name) @name) @invocation
(object_creation_expression ${NAME} @new)
(class_constant_access_expression) @classconstant
(array_creation_expression . (array_element_initializer . [(class_constant_access_expression) (variable_name)] @value .)
  . (array_element_initializer . [(string (string_content) @name) (encapsed_string . (string_content) @name .)] .) .) @callable
(member_access_expression object: (variable_name) name: (name)) @read
(namespace_use_declaration) @import
(require_expression) @import
(require_once_expression) @import
(include_expression) @import
(include_once_expression) @import
`;

export const PHP: Language = {
  name: "php",
  grammar: "tree-sitter-php.wasm",
  extensions: [".php"],
  depth: "full",
  hasGlobalNames: true,
  query: QUERY,
  dialect: { lineComment: "//", hasNew: true, hasClassLiterals: true, plain },
  readImports: importClauses,
  isExported: (_name, head) => !/\bprivate\b/.test(head),
  isStatic: (head) => /\bstatic\b/.test(head),
};

/** Replaces PHP's signs by those of the other languages. A dot between two texts becomes a plus. */
function plain(text: string): string {
  return text
    .replaceAll(".", "+")
    .replace(/\?->|->|::/g, ".")
    .replace(/(?<![\w\\])\\(?=\w)/g, "$$.")
    .replace(/(?<=\w)\\(?=\w)/g, ".")
    .replace(/\.\$(?=\w)/g, ".")
    .replace(/\$this\b/g, "this")
    .replace(/(?<![\w$.])(?:self|static)\b/g, "Self")
    .replace(/(?<![\w$.])parent\b/g, "super");
}

const USE =
  /^use\s+(?:(?:function|const)\s+)?\\?([\w\\]+?)\s*(?:\\\{([^}]*)\})?\s*(?:as\s+(\w+)\s*)?(?:;|$)/;
const FILE = /['"]([^'"]+\.php)['"]/;

function importClauses(statement: string): ImportClause[] {
  if (!statement.startsWith("use")) {
    const path = FILE.exec(statement)?.[1];
    const isBeside = /__DIR__|__FILE__/.test(statement);
    if (path === undefined) return [];
    return [{ specifier: isBeside ? `.${path}` : path, imported: "", local: "" }];
  }
  return statement
    .replace(/\{[^}]*\}/g, (group) => group.replaceAll(",", ";"))
    .split(",")
    .flatMap((part, at) => useClauses(at === 0 ? part : `use ${part.trim()}`));
}

function useClauses(statement: string): ImportClause[] {
  const [, path = "", group, alias] = USE.exec(statement.trim()) ?? [];
  if (path === "") return [];
  if (group === undefined) return [clause(path, alias)];
  return group.split(";").flatMap((part) => {
    const [, name, as] =
      /^\s*(?:(?:function|const)\s+)?([\w\\]+)(?:\s+as\s+(\w+))?\s*$/.exec(part) ?? [];
    return name === undefined ? [] : [clause(`${path}\\${name}`, as)];
  });
}

function clause(path: string, alias: string | undefined): ImportClause {
  const specifier = path.replaceAll("\\", ".");
  return { specifier, imported: specifier, local: alias ?? path.slice(path.lastIndexOf("\\") + 1) };
}

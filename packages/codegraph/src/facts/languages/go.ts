/** Go. Methods are declared outside of their type; a package is a folder. */
import type { ImportClause, Language } from "./language.ts";

const QUERY = `
(package_clause (package_identifier) @package)
(method_declaration receiver: (parameter_list (parameter_declaration type: (_) @name))) @receiver
(method_declaration name: (field_identifier) @name result: (_)? @type) @definition.method
(method_declaration receiver: (parameter_list (parameter_declaration name: (identifier) @name type: (_) @type) @local))
(function_declaration name: (identifier) @name result: (_)? @type) @definition.function
(type_spec name: (type_identifier) @name type: (struct_type)) @definition.class
(type_spec name: (type_identifier) @name type: (interface_type)) @definition.interface
(type_spec name: (type_identifier) @name type: (_) @type) @definition.class
(type_alias name: (type_identifier) @name type: (_) @type) @definition.type_alias
(type_parameter_list) @typeparameters
(field_declaration name: (field_identifier) @name @definition.property type: (_) @type)
(field_declaration !name type: (_) @base)
(method_elem name: (field_identifier) @name result: (_)? @type) @definition.method
(interface_type (type_elem (_) @base))
(var_spec name: (identifier) @name type: (_)? @type value: (expression_list . (_) @value)?) @definition.variable
(const_spec name: (identifier) @name type: (_)? @type value: (expression_list . (_) @value)?) @definition.variable
(short_var_declaration left: (_) @name right: (_) @value) @list
(receive_statement left: (_) @name right: (_) @value) @list
(range_clause left: (_) @name right: (_) @value) @range
(function_declaration parameters: (parameter_list (parameter_declaration name: (identifier) @name type: (_) @type) @parameter))
(method_declaration parameters: (parameter_list (parameter_declaration name: (identifier) @name type: (_) @type) @parameter))
(function_declaration parameters: (parameter_list (variadic_parameter_declaration name: (identifier) @name type: (_) @type) @parameter))
(method_declaration parameters: (parameter_list (variadic_parameter_declaration name: (identifier) @name type: (_) @type) @parameter))
(func_literal parameters: (parameter_list (parameter_declaration name: (identifier) @name type: (_) @type) @parameter))
(method_elem parameters: (parameter_list (parameter_declaration name: (identifier) @name type: (_) @type) @parameter))
(method_elem parameters: (parameter_list (parameter_declaration !name type: (_) @type) @parameter))
(method_elem parameters: (parameter_list (variadic_parameter_declaration type: (_) @type) @parameter))
(method_declaration parameters: (parameter_list (parameter_declaration !name type: (_) @type) @parameter))
(function_declaration result: (parameter_list (parameter_declaration name: (identifier) @name type: (_) @type) @local))
(method_declaration result: (parameter_list (parameter_declaration name: (identifier) @name type: (_) @type) @local))
(func_literal result: (parameter_list (parameter_declaration name: (identifier) @name type: (_) @type) @local))
(func_literal) @lambda
(call_expression function: (_) @call)
(composite_literal type: [(type_identifier) (qualified_type)] @new)
(composite_literal type: (generic_type type: (_) @new))
(type_assertion_expression type: (_) @typed)
(type_conversion_expression type: (_) @typed)
(composite_literal type: [(map_type) (slice_type) (array_type)] @typed)
(argument_list . [(type_identifier) (qualified_type) (generic_type) (pointer_type) (map_type) (slice_type) (array_type) (channel_type)] @typed)
(composite_literal type: [(type_identifier) (qualified_type)] @name
  body: (literal_value (keyed_element . (literal_element (identifier) @keyed))))
(argument_list [(identifier) (selector_expression)] @reference)
(keyed_element (_) (literal_element [(identifier) (selector_expression)] @reference))
(literal_value (literal_element [(identifier) (selector_expression)] @reference))
(return_statement (expression_list [(identifier) (selector_expression)] @reference))
(assignment_statement right: (expression_list [(identifier) (selector_expression)] @reference))
(short_var_declaration right: (expression_list [(identifier) (selector_expression)] @reference))
(var_spec value: (expression_list [(identifier) (selector_expression)] @reference))
(binary_expression [(identifier) (selector_expression)] @reference)
(expression_case value: (expression_list [(identifier) (selector_expression)] @reference))
(index_expression index: [(identifier) (selector_expression)] @reference)
(import_spec) @import
`;

export const GO: Language = {
  name: "go",
  grammar: "tree-sitter-go.wasm",
  extensions: [".go"],
  depth: "full",
  hasPackages: true,
  query: QUERY,
  dialect: { lineComment: "//", hasStructLiterals: true, hasTypeArguments: false },
  readImports: importClauses,
  isExported: (name) => /^\p{Lu}/u.test(name),
};

function importClauses(statement: string): ImportClause[] {
  const match = /^(?:([\p{ID_Continue}.]+)\s+)?["`]([^"`]+)["`]/u.exec(statement.trim());
  const specifier = match?.[2];
  if (specifier === undefined) return [];
  const alias = match?.[1];
  if (alias === "_") return [{ specifier, imported: "", local: "" }];
  return [
    { specifier, imported: "*", local: alias === "." ? "*" : (alias ?? packageName(specifier)) },
  ];
}

/** Returns the conventional package name: the last part, without a version and without a "go" prefix or suffix. */
function packageName(specifier: string): string {
  const bare = specifier.replace(/\/v\d+$/, "").replace(/\.v\d+$/, "");
  const last = bare.slice(bare.lastIndexOf("/") + 1);
  return last.replace(/^go-|-go$/g, "").replaceAll("-", "_");
}

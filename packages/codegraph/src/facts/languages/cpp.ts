/** C and C++. Headers of both have the same names, so both are read with the grammar of C++. */
import { plainCppType } from "../cpp/plain-type.ts";
import { repairsOf, withoutClassMacros } from "../cpp/repairs.ts";
import type { ImportClause, Language } from "./language.ts";

const DECLARATORS = `[(identifier) (field_identifier) (qualified_identifier) (pointer_declarator) (reference_declarator)
  (function_declarator) (array_declarator) (parenthesized_declarator) (attributed_declarator) (operator_cast)]`;
const PARAMETER = `[
  (parameter_declaration type: (_) @type declarator: (_)? @name)
  (optional_parameter_declaration type: (_) @type declarator: (_)? @name default_value: (_) @value)
  (variadic_parameter_declaration type: (_) @type declarator: (_)? @name)
]`;

const QUERY = `
(namespace_definition name: (_) @name) @namespaced
(namespace_definition !name) @unnamed
(friend_declaration) @friend
(template_declaration parameters: (template_parameter_list) @templated)
(class_specifier name: (_) @name body: (_)) @type.class
(struct_specifier name: (_) @name body: (_)) @type.class
(union_specifier name: (_) @name body: (_)) @type.class
(enum_specifier name: (_) @name body: (_)) @type.enum
(type_definition type: (struct_specifier !name body: (_)) declarator: (type_identifier) @name) @type.class
(type_definition type: (union_specifier !name body: (_)) declarator: (type_identifier) @name) @type.class
(type_definition type: (enum_specifier !name body: (_)) declarator: (type_identifier) @name) @type.enum
(type_definition type: (_) @type declarator: (_) @aliased)
(alias_declaration name: (_) @name type: (_) @type) @aliased
(enumerator name: (identifier) @name) @enumerated
(class_specifier name: (type_identifier) @name !body) @announced
(struct_specifier name: (type_identifier) @name !body) @announced
(union_specifier name: (type_identifier) @name !body) @announced
(function_definition type: (_) @type declarator: (_) @name) @defined
(function_definition !type declarator: (_) @name) @defined
(declaration type: (_) @type declarator: ${DECLARATORS} @declared)
(declaration !type declarator: ${DECLARATORS} @declared)
(declaration type: (_) @type declarator: (init_declarator) @initialized)
(field_declaration type: (_) @type declarator: ${DECLARATORS} @declared)
(condition_clause value: (declaration type: (_) @type declarator: (_) @name value: (_) @value) @held)
(for_range_loop type: (_) @type declarator: (_) @name right: (_) @value) @each
(function_declarator parameters: (parameter_list ${PARAMETER} @param))
(function_declarator parameters: (parameter_list "..." @param))
(lambda_expression declarator: (_ parameters: (parameter_list ${PARAMETER} @param)))
(catch_clause parameters: (parameter_list (parameter_declaration type: (_) @type declarator: (_) @name) @caught))
(lambda_expression) @lambda
(base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base)
(preproc_function_def name: (identifier) @name) @macrodef
(preproc_def name: (identifier) @name) @macrodef
(preproc_function_def value: (preproc_arg) @macrotext)
(preproc_def value: (preproc_arg) @macrotext)
(call_expression function: (_) @name) @called
(new_expression type: (_) @made)
(compound_literal_expression type: (_) @made)
(field_initializer . (_) @made)
(argument_list [(identifier) (qualified_identifier)] @reference)
(argument_list (pointer_expression operator: "&" argument: [(identifier) (qualified_identifier)] @reference))
(initializer_list [(identifier) (qualified_identifier)] @reference)
(initializer_list (pointer_expression operator: "&" argument: [(identifier) (qualified_identifier)] @reference))
(initializer_pair value: [(identifier) (qualified_identifier)] @reference)
(initializer_pair value: (pointer_expression operator: "&" argument: (_) @reference))
(init_declarator value: [(identifier) (qualified_identifier)] @reference)
(init_declarator value: (pointer_expression operator: "&" argument: (_) @reference))
(assignment_expression right: [(identifier) (qualified_identifier)] @reference)
(assignment_expression right: (pointer_expression operator: "&" argument: (_) @reference))
(return_statement [(identifier) (qualified_identifier)] @reference)
(conditional_expression [(identifier) (qualified_identifier)] @reference)
(return_statement (_) @return)
(using_declaration) @import
(namespace_alias_definition) @import
(preproc_include) @import
`;

const NATIVE: Omit<Language, "name" | "extensions"> = {
  grammar: "tree-sitter-cpp.wasm",
  hasGiantLexer: true,
  depth: "full",
  hasPackages: true,
  hasOverloads: true,
  hasGlobalNames: true,
  query: QUERY,
  dialect: {
    lineComment: "//",
    isNative: true,
    hasNew: true,
    hasStructLiterals: true,
    hasTypeArguments: true,
    plainType: plainCppType,
  },
  readImports: importClauses,
  isExported: () => true,
  prepare: withoutClassMacros,
  repairs: repairsOf,
};

export const C: Language = { ...NATIVE, name: "c", extensions: [".c", ".h"] };
export const CPP: Language = {
  ...NATIVE,
  name: "cpp",
  extensions: [
    ".cc",
    ".cpp",
    ".cxx",
    ".c++",
    ".hh",
    ".hpp",
    ".hxx",
    ".h++",
    ".ipp",
    ".inl",
    ".tpp",
  ],
};

/** Comes before a name of a namespace, as opposed to the path of a header. */
const NAMED = "::";

/**
 * A header's names are visible without being named, and so are those of `using namespace`. `using a::b` and
 * `namespace c = a::b` bind one name.
 */
function importClauses(statement: string): ImportClause[] {
  const header = /^#\s*(?:include|import|include_next)\s*(?:"([^"\n]+)"|(<[^>\n]+>))/.exec(
    statement,
  );
  const specifier = header?.[1] ?? header?.[2];
  if (specifier !== undefined) return [{ specifier, imported: "*", local: "*" }];
  const alias = /^namespace\s+(\w+)\s*=\s*(?:::)?\s*([\w:\s]+?)\s*;/.exec(statement);
  if (alias?.[1] !== undefined) return [named(alias[2] ?? "", alias[1])];
  const used = /^using\s+(namespace\s+)?(?:typename\s+)?(?:::)?\s*([\w:\s~]+?)\s*;/.exec(statement);
  const path = used?.[2];
  if (path === undefined) return [];
  return [named(path, used?.[1] === undefined ? "" : "*")];
}

function named(path: string, local: string): ImportClause {
  const names = path.split("::").map((name) => name.trim());
  const last = names.at(-1) ?? "";
  return {
    specifier: NAMED + names.join("."),
    imported: local === "*" ? "*" : last,
    local: local || last,
  };
}

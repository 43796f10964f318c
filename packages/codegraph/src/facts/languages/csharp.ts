/** C#. A file declares the namespaces of its types; the types of visible namespaces need no import by name. */
import type { ImportClause, Language } from "./language.ts";

const LAMBDA = "(argument [(lambda_expression) (anonymous_method_expression)] @argument.";
/** `new(…)` of the declared type. */
const IMPLICIT_NEW = `(implicit_object_creation_expression (argument_list . ${LAMBDA}0)))`;

const QUERY = `
(namespace_declaration name: (_) @name) @package
(file_scoped_namespace_declaration name: (_) @package)
(class_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(struct_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(delegate_declaration type: (_) @type name: (identifier) @name) @definition.type_alias
(enum_declaration name: (identifier) @name) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.property
(method_declaration returns: (_) @type name: (identifier) @name parameters: (parameter_list . (parameter (modifier) @method)) (#eq? @method "this")) @definition.extension
(method_declaration returns: (_) @type name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name) @definition.method
(local_function_statement type: (_) @type name: (identifier) @name) @definition.function
(property_declaration type: (_) @type name: (identifier) @name) @definition.property
(event_declaration type: (_) @type name: (identifier) @name) @definition.property
(event_field_declaration (variable_declaration type: (_) @type (variable_declarator name: (identifier) @name))) @definition.property
(field_declaration (variable_declaration type: (_) @type . (variable_declarator name: (identifier) @name))) @definition.property
(field_declaration (variable_declaration type: (_) @type (variable_declarator) (variable_declarator name: (identifier) @name) @definition.property))
(local_declaration_statement (variable_declaration type: (_) @type (variable_declarator name: (identifier) @name . (_)? @value) @local))
(using_statement (variable_declaration type: (_) @type (variable_declarator name: (identifier) @name . (_)? @value) @local))
(for_statement (variable_declaration type: (_) @type (variable_declarator name: (identifier) @name . (_)? @value) @local))
(record_declaration (parameter_list (parameter type: (_) @type name: (identifier) @name) @field))
(parameter type: (_) @type name: (identifier) @name . (_)? @value) @parameter
(parameter . name: (identifier) @name) @parameter
(parameter_list type: (_) @type name: (identifier) @name @parameter)
(lambda_expression) @lambda
(anonymous_method_expression) @lambda
(lambda_expression parameters: (implicit_parameter) @name @parameter)
(invocation_expression function: (_) @name arguments: (argument_list . ${LAMBDA}0)))
(invocation_expression function: (_) @name arguments: (argument_list . (_) . ${LAMBDA}1)))
(object_creation_expression type: (_) @name arguments: (argument_list . ${LAMBDA}0)))
(object_creation_expression type: (_) @name arguments: (argument_list . (_) . ${LAMBDA}1)))
(method_declaration returns: (_) @name body: (arrow_expression_clause ${IMPLICIT_NEW}))
(property_declaration type: (_) @name value: (arrow_expression_clause ${IMPLICIT_NEW}))
(property_declaration type: (_) @name value: ${IMPLICIT_NEW})
(variable_declaration type: (_) @name (variable_declarator ${IMPLICIT_NEW}))
(foreach_statement type: (_) @type left: (identifier) @name right: (_) @value) @element
(catch_declaration type: (_) @type name: (identifier) @name) @local
(declaration_pattern type: (_) @type name: (identifier) @name) @local
(recursive_pattern type: (_) @type name: (identifier) @name) @local
(declaration_expression type: (_) @type name: (identifier) @name) @local
(base_list (_) @base)
(type_parameter_list) @typeparameters
(type_parameter_constraints_clause (identifier) @name . (type_parameter_constraint type: (_) @type)) @bound
(invocation_expression function: (_) @name) @invocation
(object_creation_expression type: (_) @new)
(attribute name: (_) @attribute)
(constructor_initializer "base" @call)
(argument [(identifier) (member_access_expression expression: "this")] @reference)
(assignment_expression left: (_) right: [(identifier) (member_access_expression expression: "this")] @reference)
(typeof_expression type: (_) @reference)
(member_access_expression expression: [(identifier) "this"] name: (identifier)) @read
(using_directive) @import
`;

export const CSHARP: Language = {
  name: "csharp",
  grammar: "tree-sitter-c-sharp.wasm",
  extensions: [".cs"],
  depth: "full",
  hasPackages: true,
  hasOverloads: true,
  hasGlobalNames: true,
  hasParams: true,
  query: QUERY,
  dialect: {
    lineComment: "//",
    hasNew: true,
    hasPrefixCasts: true,
    hasTypeArguments: true,
    parent: "base",
  },
  readImports: importClauses,
  repairs: (text) => [
    () => withCollections(text),
    () => withoutConditions(text),
    () => withoutConditions(withCollections(text)),
  ],
  isExported: (_name, head) => !/\bprivate\b/.test(head),
  // The parts of a type in several files are marked like static members.
  isStatic: (head) => /\bstatic\b|\bpartial\s+(?:class|struct|interface|record)\b/.test(head),
};

/** Replaces the empty collection `[]`, which the grammar does not know, by a name. */
function withCollections(text: string): string {
  return text.replace(/(?<=(?:[=>(,?:]|\breturn)\s*)\[\](?=\s*[;,)}:?])/g, "__");
}

/**
 * Blanks the preprocessor's conditions and every branch but the first: the grammar fails on a condition inside of an
 * expression or a signature.
 */
function withoutConditions(text: string): string {
  /** By open condition: whether its current branch is blanked. */
  const open: boolean[] = [];
  const lines = text.split("\n").map((line) => {
    const word = /^\s*#\s*(if|elif|else|endif)\b/.exec(line)?.[1];
    if (word === "if") open.push(open.at(-1) === true);
    else if (word === "endif") open.pop();
    else if (word !== undefined) open.splice(-1, 1, true);
    return word === undefined && open.at(-1) !== true ? line : line.replace(/[^\r]/g, " ");
  });
  return lines.join("\n");
}

/**
 * `using A.B` makes all types of a namespace visible, `using static A.B` the members of a type. `global using` does so for all
 * files of the project, as a re-export.
 */
function importClauses(statement: string): ImportClause[] {
  const match =
    /^(global\s+)?using\s+(?:(static|unsafe)\s+)?(?:([\p{ID_Continue}@]+)\s*=\s*)?(?:global::)?([^;(]+?)\s*;/u.exec(
      statement,
    );
  const target = match?.[4]?.replace(/\s+/g, "");
  if (target === undefined) return [];
  const isReexport = match?.[1] !== undefined;
  const alias = match?.[3];
  if (alias !== undefined)
    return [{ specifier: target, imported: target, local: alias, isReexport }];
  const imported = match?.[2] === "static" ? "static" : "*";
  return [{ specifier: target, imported, local: "*", isReexport }];
}

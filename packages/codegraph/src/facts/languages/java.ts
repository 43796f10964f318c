/** Java. A file is a class of its package; members are accessible without `this`. */
import type { ImportClause, Language } from "./language.ts";

const QUERY = `
(package_declaration [(identifier) (scoped_identifier)] @package)
(class_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(annotation_type_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(enum_constant name: (identifier) @name) @definition.property
(method_declaration type: (_) @type name: (identifier) @name) @definition.method
(annotation_type_element_declaration type: (_) @type name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name) @definition.method
(compact_constructor_declaration name: (identifier) @name) @definition.method
(field_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @name value: (_)? @value) @definition.property)
(constant_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @name value: (_)? @value) @definition.property)
(local_variable_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @name value: (_)? @value) @local)
(record_declaration parameters: (formal_parameters (formal_parameter type: (_) @type name: (identifier) @name) @field))
(formal_parameter type: (_) @type name: (identifier) @name) @parameter
(spread_parameter (_) @type . (variable_declarator name: (identifier) @name)) @parameter
(lambda_expression) @lambda
(lambda_expression parameters: (identifier) @name @parameter)
(inferred_parameters (identifier) @name @parameter)
(enhanced_for_statement type: (_) @type name: (identifier) @name value: (_) @value) @element
(catch_formal_parameter (catch_type (_) @type) name: (identifier) @name) @local
(resource type: (_) @type name: (identifier) @name value: (_) @value) @local
(superclass (_) @base)
(super_interfaces (type_list (_) @base))
(extends_interfaces (type_list (_) @base))
(type_parameters) @typeparameters
(method_invocation name: (identifier) @name) @invocation
(object_creation_expression type: (_) @new)
(explicit_constructor_invocation constructor: (super) @call)
(method_reference) @reference
(class_literal (type_identifier) @reference)
(field_access object: (identifier) field: (identifier)) @reference
(marker_annotation name: (_) @reference)
(annotation name: (_) @reference)
(import_declaration) @import
`;

export const JAVA: Language = {
  name: "java",
  grammar: "tree-sitter-java.wasm",
  extensions: [".java"],
  depth: "full",
  hasPackages: true,
  hasOverloads: true,
  query: QUERY,
  dialect: {
    lineComment: "//",
    hasNew: true,
    hasPrefixCasts: true,
    hasTypeArguments: true,
    hasClassLiterals: true,
  },
  readImports: importClauses,
  isExported: (_name, head) => !/\bprivate\b/.test(head),
  isStatic: (head) => /\bstatic\b/.test(head),
};

function importClauses(statement: string): ImportClause[] {
  const match = /^import\s+(static\s+)?([\p{ID_Continue}$.]+?)(\.\*)?\s*;/u.exec(statement);
  const path = match?.[2];
  if (path === undefined) return [];
  const last = path.slice(path.lastIndexOf(".") + 1);
  if (match?.[3] !== undefined) {
    // `import static a.B.*` imports the members of a class; other wildcards import the classes of a package.
    const isStatic = match[1] !== undefined;
    return [{ specifier: path, imported: isStatic ? last : "*", local: isStatic ? "" : "*" }];
  }
  if (match?.[1] === undefined) {
    // By convention classes start with a capital letter: from the first such name on, the rest are nested classes.
    const [outer = path, inner = ""] = path.split(/(?<=(?:^|\.)\p{Lu}[\p{ID_Continue}$]*)\.(.*)/su);
    const name = outer.slice(outer.lastIndexOf(".") + 1);
    return [{ specifier: outer, imported: inner === "" ? name : `${name}.${inner}`, local: last }];
  }
  const owner = path.slice(0, path.lastIndexOf("."));
  const ownerName = owner.slice(owner.lastIndexOf(".") + 1);
  return [{ specifier: owner, imported: `${ownerName}.${last}`, local: last }];
}

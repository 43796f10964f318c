/** Swift. Names of a module are visible in all of its files; extensions add members to types of any file. */
import type { ImportClause, Language } from "../languages/language.ts";
import { plainSwift, plainSwiftType } from "./plain-swift.ts";

const BODIES = ["class_body", "enum_class_body"];
const inBodies = (pattern: string) => BODIES.map((body) => `(${body} ${pattern})`).join("\n");
const BOUND = "name: (pattern bound_identifier: (simple_identifier) @name)";

/** Functions are read from their text: the grammar compiles a pattern with their names in 30 seconds. */
const QUERY = `
(class_declaration declaration_kind: "extension" name: (_) @name) @extension
(class_declaration declaration_kind: "enum" name: (type_identifier) @name) @definition.enum
(class_declaration name: (type_identifier) @name) @definition.class
(protocol_declaration name: (type_identifier) @name) @definition.interface
(typealias_declaration name: (type_identifier) @name name: (_) @type) @definition.type_alias
(associatedtype_declaration name: (type_identifier) @name name: (_)? @type) @definition.type_alias
(enum_entry name: (simple_identifier) @name @definition.property)
${inBodies(`(property_declaration ${BOUND} (type_annotation (_) @type)? value: (_)? @value) @definition.property`)}
(function_declaration) @swiftfunction
(protocol_function_declaration) @swiftfunction
(protocol_property_declaration name: (pattern (value_binding_pattern) bound_identifier: (simple_identifier) @name) (type_annotation (_) @type)) @definition.property
(property_declaration ${BOUND} (type_annotation (_) @type)? value: (_)? @value) @definition.variable
(parameter name: (simple_identifier) @name name: (_) @type) @swiftparameter
(control_transfer_statement result: (_) @swiftresult)
(function_body (statements . (_) @swiftresult .))
(computed_property (statements . (_) @swiftresult .))
(lambda_literal (statements . (_) @swiftresult .))
(assignment target: (_) @name result: (_) @value) @swiftassigned
(equality_expression lhs: (_) @name rhs: (_) @value) @swiftassigned
(switch_statement expr: (_) @name) @swiftswitch
(switch_pattern) @swiftpattern
(if_statement) @swiftcase
(guard_statement) @swiftcase
(lambda_literal) @swiftlambda
(lambda_parameter) @swiftinput
(computed_property) @lambda
(subscript_declaration) @lambda
(deinit_declaration) @lambda
(if_statement) @lambda
(for_statement) @lambda
(switch_entry) @lambda
(catch_block) @lambda
(for_statement item: (pattern bound_identifier: (simple_identifier) @name) collection: (_) @value) @element
(if_statement bound_identifier: (simple_identifier) @name . "=" . condition: (_) @value) @local
(guard_statement bound_identifier: (simple_identifier) @name . "=" . condition: (_) @value) @local
(while_statement bound_identifier: (simple_identifier) @name . "=" . condition: (_) @value) @local
(pattern (pattern bound_identifier: (simple_identifier) @name) "as" name: (_) @type) @local
(pattern (pattern (value_binding_pattern) bound_identifier: (simple_identifier) @name) "as" name: (_) @type) @local
(pattern (value_binding_pattern) bound_identifier: (simple_identifier) @name @local)
(pattern (pattern (simple_identifier) @name @local))
(call_expression . (_) @name (call_suffix (lambda_literal) @trailing))
(inheritance_specifier inherits_from: (_) @base)
(type_parameters) @typeparameters
(inheritance_constraint (_) @name . (_) @type) @bound
(equality_constraint (_) @name . (_) @type) @swiftequal
(call_expression . [(simple_identifier) (navigation_expression) (prefix_expression)] @name (call_suffix)) @invocation
(constructor_expression constructed_type: (_) @name (constructor_suffix)) @invocation
(value_argument value: [(simple_identifier) (navigation_expression)] @reference)
(assignment result: [(simple_identifier) (navigation_expression)] @reference)
(attribute (user_type) @reference)
(import_declaration) @import
`;

export const SWIFT: Language = {
  name: "swift",
  grammar: "tree-sitter-swift.wasm",
  hasGiantLexer: true,
  extensions: [".swift"],
  depth: "full",
  hasPackages: true,
  hasOverloads: true,
  hasGlobalNames: true,
  hasLabels: true,
  query: QUERY,
  dialect: {
    lineComment: "//",
    hasTypeArguments: true,
    hasTrailingLambdas: true,
    interpolation: "\\(",
    self: "self",
    plain: plainSwift,
    plainType: plainSwiftType,
  },
  readImports: importClauses,
  prepare: withoutLongRuns,
  repairs: (text) => [() => repaired(withoutLongRuns(text))],
  isExported: (_name, head) => !/\b(?:private|fileprivate)\b(?!\s*\(set\))/.test(head),
  isStatic: (head) => /\bstatic\b|\bclass\s+(?:func|var|let)\b/.test(head),
};

/** Removes runs of `#` that no program has. The grammar tries each of its signs as the start of a string. */
function withoutLongRuns(text: string): string {
  return text.replace(/#{20,}/g, (run) => " ".repeat(run.length));
}

/**
 * Writes what the grammar does not know in another way, at the same length: texts between `#` and old words for who owns
 * a value.
 */
function repaired(text: string): string {
  return withoutRawTexts(text)
    .replace(/#+"[^"\n]{0,1000}(?:"(?!#)[^"\n]{0,1000}){0,50}"#+/g, hidden)
    .replace(/\b__(?:owned|shared)\b/g, (word) => " ".repeat(word.length));
}

/** Hides the content of raw texts between three quotes. */
function withoutRawTexts(text: string): string {
  const parts: string[] = [];
  const start = /#+"""/g;
  const end = /"""#+/g;
  let at = 0;
  for (let found = start.exec(text); found !== null; found = start.exec(text)) {
    end.lastIndex = start.lastIndex;
    if (end.exec(text) === null) break;
    parts.push(text.slice(at, found.index), hidden(text.slice(found.index, end.lastIndex)));
    at = start.lastIndex = end.lastIndex;
  }
  return [...parts, text.slice(at)].join("");
}

/** Returns a text of the same length and lines without content. */
function hidden(raw: string): string {
  const inner = raw.slice(1, -1).replace(/[^\n]/g, " ");
  return raw.includes("\n") ? `[${inner}]` : `"${inner}"`;
}

/** `import Module` makes all names of a module visible; `import class Module.Name` is read in the same way. */
function importClauses(statement: string): ImportClause[] {
  const path =
    /\bimport\s+(?:(?:class|struct|enum|protocol|func|var|let|typealias)\s+)?([\p{ID_Continue}]+)/u;
  const specifier = path.exec(statement)?.[1];
  return specifier === undefined ? [] : [{ specifier, imported: "*", local: "*" }];
}

/** Python, including stubs. */
import { resultOfBuiltin } from "../text/python-builtins.ts";
import type { ImportClause, Language } from "./language.ts";

const QUERY = `
(function_definition name: (identifier) @name return_type: (_)? @type) @definition.function
(class_definition name: (identifier) @name) @definition.class
(decorated_definition (decorator (_) @name) definition: (function_definition) @value) @decorated
(class_definition superclasses: (argument_list [(identifier) (attribute) (subscript) (call)] @base))
(assignment left: (identifier) @name type: (_)? @type right: (_)? @value) @definition.variable
(assignment left: (attribute) @name type: (_)? @type right: (_)? @value) @assigned
(assignment left: [(pattern_list) (tuple_pattern)] @name right: (_) @value) @destructured
(named_expression name: (identifier) @name value: (_) @value) @local
(function_definition parameters: (parameters [
  (identifier) @name @parameter
  (typed_parameter . (identifier) @name type: (_) @type) @parameter
  (default_parameter name: (identifier) @name value: (_) @value) @parameter
  (typed_default_parameter name: (identifier) @name type: (_) @type) @parameter]))
(lambda parameters: (lambda_parameters (identifier) @name @parameter))
(lambda) @lambda
(with_item value: (as_pattern (_) @value alias: (as_pattern_target (identifier) @name))) @unwrapped
(for_statement left: (identifier) @name right: (_) @value) @element
(for_in_clause left: (identifier) @name right: (_) @value) @element
(for_statement left: [(pattern_list) (tuple_pattern)] @name right: (_) @value) @destructured
(for_in_clause left: [(pattern_list) (tuple_pattern)] @name right: (_) @value) @destructured
((call function: (identifier) @method arguments: (argument_list . (identifier) @name . [(identifier) (attribute) (tuple)] @type)) @narrowed (#eq? @method "isinstance"))
(yield (_) @yielded)
(except_clause value: (as_pattern (identifier) @type alias: (as_pattern_target (identifier) @name))) @local
(return_statement (_) @return)
(call function: (_) @call)
(decorator [(identifier) (attribute)] @reference)
(argument_list [(identifier) (attribute)] @reference)
(keyword_argument value: [(identifier) (attribute)] @reference)
(list [(identifier) (attribute)] @reference)
(tuple [(identifier) (attribute)] @reference)
(pair value: [(identifier) (attribute)] @reference)
(assignment right: [(identifier) (attribute)] @reference)
(return_statement [(identifier) (attribute)] @reference)
(comparison_operator [(identifier) (attribute)] @reference)
(import_statement) @import
(import_from_statement) @import
(future_import_statement) @import
`;

export const PYTHON: Language = {
  name: "python",
  grammar: "tree-sitter-python.wasm",
  extensions: [".py", ".pyi"],
  depth: "full",
  query: QUERY,
  dialect: { lineComment: "#", hasInference: true, resultOf: resultOfBuiltin },
  readImports: importClauses,
  hasExplicitSelf: true,
};

function importClauses(statement: string): ImportClause[] {
  const text = statement.replace(/#[^\n]*/g, "").replace(/[\\()\s]+/g, " ");
  const from = /^from\s+([.\p{ID_Continue}\s]*?)\s+import\s+([\s\S]*)$/u.exec(text);
  if (from === null) return modules(text.replace(/^import\s+/, ""));
  const specifier = (from[1] ?? "").replace(/\s+/g, "");
  const list = from[2] ?? "";
  if (list.trim() === "*") return [{ specifier, imported: "*", local: "*" }];
  return pairs(list).map(([imported, local]) => ({
    specifier,
    imported,
    local: local ?? imported,
  }));
}

/** `import a.b` binds `a`; `import a.b as c` binds a.b as `c`. */
function modules(list: string): ImportClause[] {
  return pairs(list).map(([specifier, local]) => ({
    specifier,
    imported: "*",
    local: local ?? specifier,
  }));
}

function pairs(list: string): (readonly [string, string | undefined])[] {
  const found: (readonly [string, string | undefined])[] = [];
  for (const part of list.split(",")) {
    const match = /^\s*([\p{ID_Continue}.]+)(?:\s+as\s+(\p{ID_Continue}+))?\s*$/u.exec(part);
    if (match?.[1] !== undefined) found.push([match[1], match[2]]);
  }
  return found;
}

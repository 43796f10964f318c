/** Ruby. Every method call is written with `()` in chains, constants of the top level begin with `$.` (ruby-chain.ts). */
import type { ImportClause, Language } from "../languages/language.ts";
import { rubyChain } from "./ruby-chain.ts";

/** Results come first: a block or method that is the last expression belongs to what is around it. */
const QUERY = `
(body_statement (_) @ruby.last .)
(body_statement (_) @ruby.last . [(rescue) (ensure) (else)])
(block_body (_) @ruby.last .)
(if [consequence: (then (_) @ruby.inner .) alternative: (else (_) @ruby.inner .) alternative: (elsif) @ruby.inner]) @value
(elsif [consequence: (then (_) @ruby.inner .) alternative: (else (_) @ruby.inner .) alternative: (elsif) @ruby.inner]) @value
(unless [consequence: (then (_) @ruby.inner .) alternative: (else (_) @ruby.inner .)]) @value
(case [(when body: (then (_) @ruby.inner .)) (else (_) @ruby.inner .)]) @value
(begin (_) @ruby.inner .) @value
(begin (_) @ruby.inner . [(rescue) (ensure) (else)]) @value
(method body: [(call) (identifier) (constant) (scope_resolution) (instance_variable)] @ruby.last)
(singleton_method body: [(call) (identifier) (constant) (scope_resolution) (instance_variable)] @ruby.last)
(yield (argument_list . (_) @ruby.yield))
(return (argument_list . (_) @ruby.return .))
(class name: (_) @name superclass: (superclass (_) @value)) @ruby.class
(class name: (_) @name !superclass) @ruby.class
(module name: (_) @name) @ruby.module
(singleton_class) @ruby.singleton
(method name: (_) @name) @ruby.method
(singleton_method name: (_) @name) @ruby.static
(block) @ruby.block
(do_block) @ruby.block
(lambda) @ruby.block
(method_parameters (_) @ruby.parameter)
(block_parameters (_) @ruby.parameter)
(lambda_parameters (_) @ruby.parameter)
(assignment left: (_) @name right: (_) @value) @ruby.assignment
(operator_assignment left: (_) @name right: (_) @value) @ruby.changed
(destructured_parameter (identifier) @ruby.pattern)
(left_assignment_list (identifier) @ruby.pattern)
(destructured_left_assignment (identifier) @ruby.pattern)
(rest_assignment (identifier) @ruby.pattern)
(splat_parameter (identifier) @ruby.pattern)
(as_pattern name: (identifier) @ruby.pattern)
(array_pattern (identifier) @ruby.pattern)
(keyword_pattern value: (identifier) @ruby.pattern)
(for pattern: (identifier) @ruby.pattern)
(rescue exceptions: (exceptions . (_) @value) variable: (exception_variable (identifier) @name)) @ruby.rescue
(rescue !exceptions variable: (exception_variable (identifier) @name)) @ruby.rescue
(alias name: (_) @name alias: (_) @value) @ruby.alias
(call receiver: (_) @value method: (_) @name) @ruby.call
(call !receiver method: (_) @name) @ruby.bare
(super) @ruby.super
(block_argument (simple_symbol) @ruby.symbol)
(scope_resolution name: (constant)) @ruby.constant
(constant) @ruby.constant
(identifier) @ruby.name
`;

export const RUBY: Language = {
  name: "ruby",
  grammar: "tree-sitter-ruby.wasm",
  extensions: [".rb", ".rake", ".gemspec", ".ru"],
  depth: "full",
  hasGlobalNames: true,
  query: QUERY,
  dialect: { lineComment: "#", chain: rubyChain },
  readImports: importClauses,
  isExported: () => true,
  repair: (text) => text.replace(KEYWORD_METHOD, "$1$2_"),
};

/** A method whose name is a keyword, as in `def super(times)`, which the grammar does not know. */
const KEYWORD_METHOD = /(\bdef[ \t]+(?:self\.)?)(supe|yiel|retr|red|nex|brea)[rdyokt]\b/g;

const REQUIRE = /^(?:Kernel\.)?(require|require_relative|load)\s*\(?\s*["']([^"'#]+)["']/;
const AUTOLOAD = /^(?:[\w:]+\.)?autoload\s*\(?\s*:\w+\s*,\s*["']([^"'#]+)["']/;

/** A path beside the file starts with `./`. */
function importClauses(statement: string): ImportClause[] {
  const [, word, path] = REQUIRE.exec(statement) ?? [];
  const specifier =
    word === "require_relative" ? `./${path}` : (path ?? AUTOLOAD.exec(statement)?.[1]);
  return specifier === undefined ? [] : [{ specifier, imported: "", local: "" }];
}

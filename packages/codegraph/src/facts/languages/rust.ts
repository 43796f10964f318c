/** Rust. Methods are in impl blocks; a file is a module of its crate. */
import { splitValues } from "../comma-list.ts";
import type { ImportClause, Language } from "./language.ts";

/** Macros whose arguments are expressions. */
const EXPRESSIONS =
  `anyhow assert assert_eq assert_matches assert_ne bail dbg debug debug_assert debug_assert_eq
  debug_assert_ne ensure eprint eprintln error format format_args info join matches panic print
  println ready todo trace try_join unimplemented unreachable vec warn write writeln`
    .split(/\s+/)
    .map((name) => `"${name}"`)
    .join(" ");

const QUERY = `
(function_item name: (identifier) @name return_type: (_)? @type) @definition.function
(function_signature_item name: (identifier) @name return_type: (_)? @type) @definition.function
(struct_item name: (type_identifier) @name) @definition.class
(union_item name: (type_identifier) @name) @definition.class
(enum_item name: (type_identifier) @name) @definition.enum
(enum_variant name: (identifier) @name body: (ordered_field_declaration_list)? @type) @definition.property
(trait_item name: (type_identifier) @name) @definition.interface
(trait_item bounds: (trait_bounds (_) @base))
(type_item name: (type_identifier) @name type: (_) @type) @definition.type_alias
(mod_item name: (identifier) @name body: (_)) @definition.module
(const_item name: (identifier) @name type: (_) @type value: (_)? @value) @definition.variable
(static_item name: (identifier) @name type: (_) @type value: (_)? @value) @definition.variable
(macro_definition "macro_rules!" @type name: (identifier) @name) @definition.function
(impl_item type: (_) @name) @receiver
(impl_item trait: (_) @base)
(type_parameters) @typeparameters
(where_predicate left: (type_identifier) @name bounds: (trait_bounds) @type) @bound
(field_declaration name: (field_identifier) @name type: (_) @type) @definition.property
(parameter pattern: (identifier) @name type: (_) @type) @parameter
(parameter pattern: (mut_pattern (identifier) @name) type: (_) @type) @parameter
(closure_parameters (identifier) @name @parameter)
(let_declaration pattern: (identifier) @name type: (_)? @type value: (_)? @value) @local
(let_declaration pattern: (mut_pattern (identifier) @name) type: (_)? @type value: (_)? @value) @local
(let_declaration pattern: (tuple_pattern) @name value: (_) @value) @list
((let_declaration pattern: (tuple_struct_pattern type: (_) @method (identifier) @name .) value: (_) @value) @unwrapped
  (#any-of? @method "Some" "Ok"))
((let_condition pattern: (tuple_struct_pattern type: (_) @method (identifier) @name .) value: (_) @value) @unwrapped
  (#any-of? @method "Some" "Ok"))
((match_expression value: (_) @value body: (match_block (match_arm pattern: (match_pattern
  (tuple_struct_pattern type: (_) @method [(identifier) @name (ref_pattern (identifier) @name)
  (mut_pattern (identifier) @name)] .))))) @unwrapped (#any-of? @method "Some" "Ok"))
(match_expression value: (_) @value body: (match_block (match_arm pattern: (match_pattern . (identifier) @name)))) @local
(match_arm) @lambda
((tuple_struct_pattern type: (_) @method) @variant (#not-any-of? @method "Some" "Ok" "Err"))
(struct_pattern) @variant
(for_expression pattern: (identifier) @name value: (_) @value) @element
(closure_expression) @lambda
(call_expression function: (_) @name arguments: (arguments . (closure_expression) @argument.0))
(call_expression function: (_) @name arguments: (arguments . (_) . (closure_expression) @argument.1))
(call_expression function: (_) @call)
(macro_invocation macro: (_) @macro)
((macro_invocation
  macro: [(identifier) @method (scoped_identifier name: (identifier) @method)]
  (token_tree) @tokens) (#any-of? @method ${EXPRESSIONS}))
(macro_invocation macro: (identifier) @value (token_tree . (identifier) @name)) @generated
(struct_expression name: (_) @new)
(arguments [(identifier) (scoped_identifier)] @reference)
(match_pattern (scoped_identifier) @reference)
(tuple_struct_pattern type: (scoped_identifier) @reference)
(struct_pattern type: (scoped_type_identifier) @reference)
(binary_expression [(identifier) (scoped_identifier)] @reference)
(let_declaration value: (scoped_identifier) @reference)
(field_initializer value: [(identifier) (scoped_identifier)] @reference)
(use_declaration) @import
(extern_crate_declaration) @import
(mod_item name: (identifier) !body) @import
`;

export const RUST: Language = {
  name: "rust",
  grammar: "tree-sitter-rust.wasm",
  extensions: [".rs"],
  depth: "full",
  query: QUERY,
  dialect: { lineComment: "//", hasStructLiterals: true, hasTry: true, self: "self" },
  readImports: importClauses,
  isExported: (_name, head) => /\bpub\b/.test(head),
};

function importClauses(statement: string, modules: number): ImportClause[] {
  return clausesIn(statement).map((importClause) => ({
    ...importClause,
    specifier: seenFromFile(importClause.specifier, modules),
  }));
}

/** Resolves `super` in a module that is written inside the file to the file. */
function seenFromFile(specifier: string, modules: number): string {
  let rest = specifier;
  for (let left = modules; left > 0 && /^super(?:\.|$)/.test(rest); left--) {
    const after = rest.replace(/^super\.?/, "");
    rest = /^super(?:\.|$)/.test(after) ? after : `self.${after}`.replace(/\.$/, "");
  }
  return rest;
}

function clausesIn(statement: string): ImportClause[] {
  const module = /\bmod\s+(?:r#)?(\p{ID_Continue}+)\s*;\s*$/u.exec(statement)?.[1];
  if (module !== undefined) {
    return [{ specifier: `self.${module}`, imported: "*", local: module }];
  }
  const isReexport = /^pub\b/.test(statement);
  const crate = /\bextern\s+crate\s+(?:r#)?(\w+)(?:\s+as\s+(\w+))?\s*;\s*$/.exec(statement);
  if (crate !== null) return crateClauses(crate[1] ?? "", crate[2], isReexport);
  const tree = statement
    .replace(/\/\/[^\n]*/g, "")
    .replace(/^[\s\S]*?\buse\s+/, "")
    .replace(/;\s*$/, "");
  return leaves("", tree).flatMap((leaf) => clausesOf(leaf, isReexport));
}

/** Reads `extern crate a as b;`, which binds another crate to a local name. */
function crateClauses(
  name: string,
  alias: string | undefined,
  isReexport: boolean,
): ImportClause[] {
  const specifier = name === "self" ? "crate" : name;
  const clause = { specifier, imported: "*", local: alias ?? name };
  if (clause.local === "_") return [{ ...clause, local: "" }];
  return isReexport ? [clause, { ...clause, isReexport }] : [clause];
}

function clausesOf({ path, alias }: Leaf, isReexport: boolean): ImportClause[] {
  const parts = path.split("::").map((part) => part.trim().replace(/^r#/, ""));
  const last = parts.pop() ?? "";
  const name = last === "self" && parts.length > 0 ? (parts.pop() ?? "") : last;
  const specifier = parts.filter((part) => part !== "").join(".");
  const local = last === "*" ? "*" : (alias ?? name);
  // `_` imports a trait's methods without binding a name.
  if (local === "_") return [{ specifier: specifier || name, imported: name, local: "" }];
  if (specifier === "") return [{ specifier: name, imported: "*", local }];
  const clause = { specifier, imported: name, local };
  // A re-exported name is also bound in the file.
  return isReexport ? [clause, { ...clause, isReexport }] : [clause];
}

interface Leaf {
  readonly path: string;
  readonly alias?: string;
}

/** Splits `a::{b, c as d}` into its paths. */
function leaves(prefix: string, tree: string): Leaf[] {
  const text = tree.trim();
  const brace = text.indexOf("{");
  if (brace >= 0) {
    const inner = text.slice(brace + 1, text.lastIndexOf("}"));
    return splitValues(inner).flatMap((part) => leaves(prefix + text.slice(0, brace), part));
  }
  if (text === "") return [];
  const [path = "", alias] = text.split(/\s+as\s+/);
  const whole = prefix + path.trim();
  return [alias === undefined ? { path: whole } : { path: whole, alias: alias.trim() }];
}

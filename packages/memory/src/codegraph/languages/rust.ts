/** Rust. Methods are in impl blocks; a file is a module of its crate. */
import { splitTop } from "../pattern.ts";
import type { ImportClause, Language } from "./language.ts";

const QUERY = `
(function_item name: (identifier) @name return_type: (_)? @type) @definition.function
(function_signature_item name: (identifier) @name return_type: (_)? @type) @definition.function
(struct_item name: (type_identifier) @name) @definition.class
(union_item name: (type_identifier) @name) @definition.class
(enum_item name: (type_identifier) @name) @definition.enum
(enum_variant name: (identifier) @name) @definition.property
(trait_item name: (type_identifier) @name) @definition.interface
(trait_item bounds: (trait_bounds (_) @base))
(type_item name: (type_identifier) @name type: (_) @type) @definition.type_alias
(mod_item name: (identifier) @name body: (_)) @definition.module
(const_item name: (identifier) @name type: (_) @type value: (_)? @value) @definition.variable
(static_item name: (identifier) @name type: (_) @type value: (_)? @value) @definition.variable
(macro_definition name: (identifier) @name) @definition.function
(impl_item type: (_) @name) @receiver
(impl_item trait: (_) @base)
(type_parameters) @typeparameters
(field_declaration name: (field_identifier) @name type: (_) @type) @definition.property
(parameter pattern: (identifier) @name type: (_) @type) @parameter
(parameter pattern: (mut_pattern (identifier) @name) type: (_) @type) @parameter
(closure_parameters (identifier) @name @parameter)
(let_declaration pattern: (identifier) @name type: (_)? @type value: (_)? @value) @local
(let_declaration pattern: (mut_pattern (identifier) @name) type: (_)? @type value: (_)? @value) @local
(let_declaration pattern: (tuple_struct_pattern (identifier) @name .) value: (_) @value) @unwrapped
(let_condition pattern: (tuple_struct_pattern (identifier) @name .) value: (_) @value) @unwrapped
(for_expression pattern: (identifier) @name value: (_) @value) @element
(closure_expression) @lambda
(call_expression function: (_) @call)
(macro_invocation macro: (_) @call)
(struct_expression name: (_) @new)
(arguments [(identifier) (scoped_identifier)] @reference)
(use_declaration) @import
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

function importClauses(statement: string): ImportClause[] {
  const module = /\bmod\s+(?:r#)?(\w+)\s*;\s*$/.exec(statement)?.[1];
  if (module !== undefined) {
    return [{ specifier: `self.${module}`, imported: "*", local: module }];
  }
  const isReexport = /^pub\b/.test(statement);
  const tree = statement
    .replace(/\/\/[^\n]*/g, "")
    .replace(/^[\s\S]*?\buse\s+/, "")
    .replace(/;\s*$/, "");
  return leaves("", tree).flatMap((leaf) => clausesOf(leaf, isReexport));
}

function clausesOf({ path, alias }: Leaf, isReexport: boolean): ImportClause[] {
  const parts = path.split("::").map((part) => part.trim().replace(/^r#/, ""));
  const last = parts.pop() ?? "";
  const name = last === "self" && parts.length > 0 ? (parts.pop() ?? "") : last;
  const specifier = parts.filter((part) => part !== "").join(".");
  const local = last === "*" ? "*" : (alias ?? name);
  // `_` brings a trait's methods in, and no name.
  if (local === "_") return [{ specifier: specifier || name, imported: name, local: "" }];
  if (specifier === "") return [{ specifier: name, imported: "*", local }];
  const clause = { specifier, imported: name, local };
  // A re-exported name is known in the file too.
  return isReexport ? [clause, { ...clause, isReexport }] : [clause];
}

interface Leaf {
  readonly path: string;
  readonly alias?: string;
}

/** `a::{b, c as d}` → its paths. */
function leaves(prefix: string, tree: string): Leaf[] {
  const text = tree.trim();
  const brace = text.indexOf("{");
  if (brace >= 0) {
    const inner = text.slice(brace + 1, text.lastIndexOf("}"));
    return splitTop(inner).flatMap((part) => leaves(prefix + text.slice(0, brace), part));
  }
  if (text === "") return [];
  const [path = "", alias] = text.split(/\s+as\s+/);
  const whole = prefix + path.trim();
  return [alias === undefined ? { path: whole } : { path: whole, alias: alias.trim() }];
}

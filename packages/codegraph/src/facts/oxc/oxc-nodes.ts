/** What a node of oxc is to us, beside its type. */
import type * as Ast from "oxc-parser";
import type { Span } from "../parser/captures.ts";

/** What an item has besides where it is. */
export interface Parts {
  readonly name?: Span | undefined;
  readonly type?: Span | null | undefined;
  readonly value?: Span | null | undefined;
  /** The function that is the value. */
  readonly function?: Span | undefined;
}

export type FunctionLike = Pick<Ast.Function, "params">;

/** What a class has besides methods. */
export type Member = Ast.PropertyDefinition | Ast.AccessorProperty;

/** What may be declared and not defined. */
export interface Declared {
  readonly id: Span;
  readonly declare?: boolean | undefined;
}

const RETURNED_TYPES = new Set([
  "CallExpression",
  "TaggedTemplateExpression",
  "ImportExpression",
  "NewExpression",
  "AwaitExpression",
  "ParenthesizedExpression",
  "TSAsExpression",
]);

/** A function or a class without a name, that is the default export. */
export function isUnnamed(node: Ast.ExportDefaultDeclaration["declaration"]): boolean {
  if (node.type === "ArrowFunctionExpression") return true;
  if (node.type === "ClassDeclaration") return node.id === null;
  return node.type === "FunctionDeclaration" && node.id === null && !node.generator;
}

type Dotted = Ast.StaticMemberExpression | Ast.PrivateFieldExpression;

/** `a.b`, `a?.b`, `a.#b`: no `a[b]`. */
export function isDotted(node: { readonly type: string }): node is Dotted | Ast.ChainExpression {
  const inner = unchained(node);
  return inner.type === "MemberExpression" && !inner.computed;
}

export function unchained(node: { readonly type: string }): Dotted {
  return (node.type === "ChainExpression"
    ? (node as Ast.ChainExpression).expression
    : node) as unknown as Dotted;
}

/** A name of something: `undefined` is none. */
export function isName(node: { readonly type: string }): boolean {
  return node.type === "Identifier" && (node as Ast.IdentifierReference).name !== "undefined";
}

export function isReturned(node: { readonly type: string }): boolean {
  const inner = unchained(node);
  return RETURNED_TYPES.has(inner.type) || isName(inner) || isDotted(inner);
}

export function isString(node: { readonly type: string } | undefined): boolean {
  return node?.type === "Literal" && typeof (node as Ast.StringLiteral).value === "string";
}

/** What a function says that it gives. */
export function returned(node: { readonly type: string }): Span | null | undefined {
  return (node as Ast.Function | Ast.ArrowFunctionExpression).returnType;
}

/** A function that is a value, and can be named by what it is given to. */
export function isFunction({ type }: { readonly type: string }): boolean {
  return type === "ArrowFunctionExpression" || type === "FunctionExpression";
}

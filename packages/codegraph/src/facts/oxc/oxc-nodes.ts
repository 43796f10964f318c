/** Properties of oxc's nodes beyond their type. */
import type * as Ast from "oxc-parser";
import type { Span } from "../parser/items.ts";

/** Parts of an item besides its position. */
export interface Parts {
  readonly name?: Span | undefined;
  readonly type?: Span | null | undefined;
  readonly value?: Span | null | undefined;
  /** The function that is the value. */
  readonly function?: Span | undefined;
}

export type FunctionLike = Pick<Ast.Function, "params">;

/** Members of a class other than methods. */
export type Member = Ast.PropertyDefinition | Ast.AccessorProperty;

/** A node that may be declared without a definition. */
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

/** Returns whether a default export is a function or class without a name. */
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

/** Returns whether a node is a name other than `undefined`. */
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

/** `require("name")` */
export function isRequire({ callee, arguments: input }: Ast.CallExpression): boolean {
  return callee.type === "Identifier" && callee.name === "require" && isString(input[0]);
}

/** Returns a function's declared return type. */
export function returned(node: { readonly type: string }): Span | null | undefined {
  return (node as Ast.Function | Ast.ArrowFunctionExpression).returnType;
}

/** Returns whether a node is a function value, which is named after what it is assigned to. */
export function isFunction({ type }: { readonly type: string }): boolean {
  return type === "ArrowFunctionExpression" || type === "FunctionExpression";
}

/** Returns whether the import has the form `import a = require("b")` and not `import a = b.c`. */
export function isModule({ moduleReference }: Ast.TSImportEqualsDeclaration): boolean {
  return moduleReference.type === "TSExternalModuleReference";
}

/** Returns whether an argument is a function whose parameters may be typed by the callee it is passed to. */
export function isTypedByContext(node: Ast.Argument): boolean {
  if (node.type === "ArrowFunctionExpression") return true;
  return node.type === "FunctionExpression" && !node.generator;
}

/**
 * Returns the properties of an object literal whose value is a name, `{ start, stop: end }`, also of `{ … } as const`.
 * Functions in an object are definitions of their own.
 */
export function namedProperties(object: Ast.Expression | null): { node: Span; parts: Parts }[] {
  const isTyped = object?.type === "TSAsExpression" || object?.type === "TSSatisfiesExpression";
  const inner = isTyped ? object.expression : object;
  if (inner?.type !== "ObjectExpression") return [];
  return inner.properties.flatMap((node) => {
    if (node.type !== "Property" || node.computed || node.key.type !== "Identifier") return [];
    const { key: name, value, shorthand } = node;
    if (shorthand) return [{ node, parts: { name } }];
    return isName(value) || isDotted(value) ? [{ node, parts: { name, value } }] : [];
  });
}

/** Returns whether an arrow function has no brackets around its parameter: `a => …` or `async a => …`. */
export function isBare(text: string, arrow: Ast.ArrowFunctionExpression, { start }: Span): boolean {
  return arrow.async ? !text.slice(arrow.start, start).includes("(") : start === arrow.start;
}

/** Differences between oxc and tree-sitter in where nodes start and end. Offsets are in UTF-16 units. */
import type * as Ast from "oxc-parser";
import type { Span } from "../parser/items.ts";

const BLANK = /(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*/y;

function afterBlank(text: string, from: number): number {
  BLANK.lastIndex = from;
  BLANK.test(text);
  return BLANK.lastIndex;
}

/** Returns the offset after `word` if the text has it at `from`, else `from`. */
function afterWord(text: string, from: number, word: string): number {
  return text.startsWith(word, from) ? afterBlank(text, from + word.length) : from;
}

/** Returns the start of a member without the decorators before it. */
export function afterDecorators(
  text: string,
  { start, decorators }: Span & { readonly decorators: readonly Span[] },
): number {
  const last = decorators.at(-1);
  return last === undefined || last.start < start ? start : afterBlank(text, last.end);
}

/** Returns the span of a member without the final `;` or `,`. `last` is the member's last known part. */
export function withoutSeparator(
  text: string,
  { start, end }: Span,
  last?: Span | null | undefined,
): Span {
  if (last !== null && last !== undefined) return { start, end: last.end };
  const sign = text[end - 1];
  if (sign !== ";" && sign !== ",") return { start, end };
  return { start, end: start + withoutComment(text.slice(start, end - 1)).length };
}

function withoutComment(text: string): string {
  let bare = text.trimEnd();
  while (bare.endsWith("*/")) {
    const at = bare.lastIndexOf("/*");
    if (at < 0) break;
    bare = bare.slice(0, at).trimEnd();
  }
  return bare;
}

/** Returns the span of a key, including the brackets of a computed one. */
export function keySpan(
  text: string,
  { key, computed }: { readonly key: Span; readonly computed?: boolean | undefined },
): Span {
  if (computed !== true) return key;
  const start = text.lastIndexOf("[", key.start);
  const end = text.indexOf("]", key.end);
  return start < 0 || end < 0 ? key : { start, end: end + 1 };
}

/** Returns the span of a pattern without its type and the `?` or `!` before that. */
export function patternSpan(
  text: string,
  node: Ast.BindingPattern | Ast.BindingRestElement | Span,
): Span {
  const { start, end } = node;
  if (!("type" in node)) return { start, end };
  if (node.type === "RestElement") return { start, end: patternSpan(text, node.argument).end };
  const { typeAnnotation } = node as { readonly typeAnnotation?: Span | null };
  const bare = withoutComment(text.slice(start, typeAnnotation?.start ?? end));
  const name = /[?!]$/.test(bare) ? withoutComment(bare.slice(0, -1)) : bare;
  return { start, end: start + name.length };
}

const TRAILING_COMMENTS = /(?:[ \t]*(?:\/\/[^\n]*|\/\*[^\n]*?\*\/))+/y;
/** Matches where a statement ends: the next line does not start with a character that would continue it. */
const STATEMENT_END = /[ \t]*(?:\}|$|\r?\n\s*(?![\s`,:;*%><=[(?^|&/.]))/y;

/**
 * Extends a span that ends without a `;`: tree-sitter looks for a semicolon and includes the comments it finds on the line.
 */
export function withTrailingComments(text: string, { start, end }: Span): Span {
  TRAILING_COMMENTS.lastIndex = end;
  if (text[end - 1] === ";" || !TRAILING_COMMENTS.test(text)) return { start, end };
  STATEMENT_END.lastIndex = TRAILING_COMMENTS.lastIndex;
  return { start, end: STATEMENT_END.test(text) ? TRAILING_COMMENTS.lastIndex : end };
}

/**
 * Extends a span like `withTrailingComments` if it ends with the block of a function, which tree-sitter treats as a
 * statement.
 */
export function withBlock(text: string, whole: Span, last: { readonly type: string } & Span): Span {
  let inner: { readonly type: string; readonly body?: unknown; readonly end: number } = last;
  while (inner.type === "ArrowFunctionExpression") inner = inner.body as typeof inner;
  const isBlock = inner.type === "BlockStatement" || inner.type === "FunctionExpression";
  return isBlock && inner.end === whole.end ? withTrailingComments(text, whole) : whole;
}

/** Returns where a declaration starts without `declare`. */
export function undeclared(
  text: string,
  node: Span & { readonly declare?: boolean | undefined },
): number {
  return node.declare === true ? afterWord(text, node.start, "declare") : node.start;
}

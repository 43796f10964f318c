/** Where oxc and tree-sitter see the same thing begin or end elsewhere: offsets in UTF-16 units. */
import type * as Ast from "oxc-parser";
import type { Span } from "../parser/captures.ts";

const BLANK = /(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*/y;

function afterBlank(text: string, from: number): number {
  BLANK.lastIndex = from;
  BLANK.test(text);
  return BLANK.lastIndex;
}

/** Behind `word`, if the text has it there. */
export function afterWord(text: string, from: number, word: string): number {
  return text.startsWith(word, from) ? afterBlank(text, from + word.length) : from;
}

/** A member without its decorators, which stand before it. */
export function afterDecorators(
  text: string,
  { start, decorators }: Span & { readonly decorators: readonly Span[] },
): number {
  const last = decorators.at(-1);
  return last === undefined || last.start < start ? start : afterBlank(text, last.end);
}

/** A member without the `;` or `,` that ends it; `last` is the last part that it is known to have. */
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

/** A computed key has its brackets. */
export function keySpan(
  text: string,
  { key, computed }: { readonly key: Span; readonly computed?: boolean | undefined },
): Span {
  if (computed !== true) return key;
  const start = text.lastIndexOf("[", key.start);
  const end = text.indexOf("]", key.end);
  return start < 0 || end < 0 ? key : { start, end: end + 1 };
}

/** A pattern without its type, and without the `?` or `!` before that. */
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
/** Behind them the statement is over: no line begins with what would go on with it. */
const STATEMENT_END = /[ \t]*(?:\}|$|\r?\n\s*(?![\s`,:;*%><=[(?^|&/.]))/y;

/** What ends without a `;`: tree-sitter looks for one, and takes the comments it finds on the line with it. */
export function withTrailingComments(text: string, { start, end }: Span): Span {
  TRAILING_COMMENTS.lastIndex = end;
  if (text[end - 1] === ";" || !TRAILING_COMMENTS.test(text)) return { start, end };
  STATEMENT_END.lastIndex = TRAILING_COMMENTS.lastIndex;
  return { start, end: STATEMENT_END.test(text) ? TRAILING_COMMENTS.lastIndex : end };
}

/** The same of what ends with the block of a function, which is a statement to tree-sitter. */
export function withBlock(text: string, whole: Span, last: { readonly type: string } & Span): Span {
  let inner: { readonly type: string; readonly body?: unknown; readonly end: number } = last;
  while (inner.type === "ArrowFunctionExpression") inner = inner.body as typeof inner;
  const isBlock = inner.type === "BlockStatement" || inner.type === "FunctionExpression";
  return isBlock && inner.end === whole.end ? withTrailingComments(text, whole) : whole;
}

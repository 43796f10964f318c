/** Reads the text of a C or C++ declarator: which name it declares, and whether that is a function. */

export interface Declarator {
  /** The names before the last one, without template arguments: `A`, `B` for `A::B::f`. */
  readonly owner: readonly string[];
  readonly name: string;
  /** Offsets of the last name in the text. */
  readonly start: number;
  readonly end: number;
  readonly isFunction: boolean;
  /** The type before it is not the type of the name: a pointer to a function. */
  readonly isIndirect: boolean;
}

const SPACE =
  /(?:\s|\/\*[\s\S]*?\*\/|\/\/[^\n]*\n|\\\n|[*&^]|\.\.\.|\[\[[^\]]*\]\]|(?:const|volatile|restrict|__restrict|__restrict__|_Nonnull|_Nullable|noexcept|register)\b|(?:__attribute__|__declspec|alignas|_Alignas)\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*/y;
const OPERATOR =
  /operator\s*(?:\(\s*\)|\[\s*\]|(?:new|delete)\b(?:\s*\[\s*\])?|""\s*\w+|co_await\b|[-+*/%^&|~!=<>,]+|[\w:<>,\s*&]+?(?=\s*\())/y;
const WORD = /~?\s*[\p{ID_Start}_$][\p{ID_Continue}$]*/uy;
/** Matches a name before a pointer to a member: `A::*`. */
const MEMBER_POINTER = /\s*(?:\w+\s*::\s*)*[*&^]/y;
const MAX_DEPTH = 8;

/** Returns undefined if the text declares no name. */
export function readDeclarator(text: string, from = 0, depth = 0): Declarator | undefined {
  let at = skip(SPACE, text, from);
  if (text[at] === "(" && depth < MAX_DEPTH) return parenthesised(text, at, depth);
  const owner: string[] = [];
  for (;;) {
    if (text.startsWith("::", at)) at = skip(SPACE, text, at + 2);
    const start = at;
    const end = nameEnd(text, at);
    if (end === at) return undefined;
    const name = text.slice(start, end).replace(/\s+/g, " ").replace(/^~ /, "~");
    const after = withoutArguments(text, end, name);
    if (text.startsWith("::", after)) {
      if (/^\s*\*/.test(text.slice(after + 2, after + 6))) return undefined;
      owner.push(name);
      at = skip(SPACE, text, after + 2);
      continue;
    }
    const isFunction = text[after] === "(";
    return { owner, name: plainOperator(name), start, end, isFunction, isIndirect: false };
  }
}

function parenthesised(text: string, open: number, depth: number): Declarator | undefined {
  const isPointer = skip(MEMBER_POINTER, text, open + 1) > open + 1;
  const inner = readDeclarator(
    text,
    isPointer ? skip(MEMBER_POINTER, text, open + 1) : open + 1,
    depth + 1,
  );
  if (inner === undefined || isPointer) return inner && { ...inner, isIndirect: !inner.isFunction };
  const close = text.indexOf(")", inner.end);
  return {
    ...inner,
    isFunction: inner.isFunction || /^\s*\(/.test(text.slice(close + 1, close + 9)),
  };
}

/** `operator ==` and `operator==` are the same name. */
function plainOperator(name: string): string {
  return name.startsWith("operator")
    ? name.replace(/^operator\s*(?=\W)/, "operator").replace(/(?<=\W)\s+/g, "")
    : name;
}

function nameEnd(text: string, at: number): number {
  const end = skip(OPERATOR, text, at);
  return end > at ? end : skip(WORD, text, at);
}

/** Returns the offset after template arguments and space. */
function withoutArguments(text: string, end: number, name: string): number {
  const at = skip(BLANK, text, end);
  if (text[at] !== "<" || name.startsWith("operator")) return at;
  const close = angleEnd(text, at);
  return close < 0 ? at : skip(BLANK, text, close);
}

const BLANK = /\s*/y;
const MAX_ARGUMENTS = 1000;

/** Returns the offset after the `>` that closes the `<` at an offset; -1 if none does. */
export function angleEnd(text: string, from: number): number {
  let depth = 0;
  const end = Math.min(text.length, from + MAX_ARGUMENTS);
  for (let at = from; at < end; at++) {
    const sign = text[at];
    if (sign === "<") depth++;
    else if (sign === ">" && text[at - 1] !== "-" && --depth === 0) return at + 1;
    else if (sign === ";" || sign === "{") return -1;
  }
  return -1;
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found === null ? at : at + found[0].length;
}

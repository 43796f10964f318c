/** Texts of the same length that the grammar of C++ may read better: used for a file whose tree has errors. */

/** Words of C++ that are names in C. */
const CPP_WORDS =
  /(?<![\w#])(?:class|new|delete|template|this|private|public|protected|namespace|operator|typename|virtual|friend|try|catch|throw|using|explicit|export|mutable|and|or|not|xor|bool|default_|requires|concept|module|import|final|override)(?=\s*(?:[=,;)\].[*+\-/&|<>!?]|\)|$|->|\w+\s*[,);=]))/gm;
/** What only C++ has. */
const IS_CPP =
  /^[ \t]*(?:namespace\b|template\s*<|using\s+\w|(?:public|private|protected)\s*:|class\s+\w[^;(]{0,200}[{:])|\b(?:virtual|nullptr|static_cast|std::)\b/m;

/** Returns the texts to try, in order. The caller keeps the tree with the least text in errors. */
export function repairsOf(text: string): readonly (() => string)[] {
  const first = withoutClassMacros(text);
  const plain = IS_CPP.test(text) ? first : withoutCppWords(first);
  const bare = () => withoutMacros(plain);
  return [
    ...(plain === first ? [] : [() => plain]),
    bare,
    () => withoutBranches(bare()),
    () => withoutBranches(plain),
  ];
}

function withoutCppWords(text: string): string {
  return text.replace(CPP_WORDS, (word) => `${word.slice(0, -1)}_`);
}

const blank = (text: string) => text.replace(/[^\r\n]/g, " ");

/** Matches a macro in the head of a class. The grammar takes it for the class's name, without an error. */
const CLASS_HEAD_MACRO =
  /(?<=\b(?:class|struct|union)\s{1,4})[A-Z_][A-Z0-9_]{2,}(?:\s?\([^()\n]{0,80}\))?(?=\s{1,8}[A-Za-z_][\w:]{0,200}(?:<[^<>;{}]{0,80}>)?\s{0,40}(?:final\s{0,8})?[:{])/g;

/** Returns the text that is parsed first. */
export function withoutClassMacros(text: string): string {
  return text.replace(CLASS_HEAD_MACRO, blank);
}

/** A name like a macro's. What is around it is read from short texts only, so that no file is slow. */
const MACRO = /\b[A-Z_][A-Z0-9_]{2,}\b/g;
const MAX_BEFORE = 80;
const MAX_AFTER = 200;

/** Blanks macros that stand where the grammar expects none: before a declaration, in a class's head, behind parameters. */
function withoutMacros(text: string): string {
  const parts: string[] = [];
  let done = 0;
  for (const { 0: name, index } of text.matchAll(MACRO)) {
    if (index < done) continue;
    const end = listEnd(text, index + name.length);
    const before = text.slice(Math.max(0, index - MAX_BEFORE), index);
    if (!isInTheWay(name, end > index + name.length, before, text.slice(end, end + MAX_AFTER)))
      continue;
    parts.push(text.slice(done, index), blank(text.slice(index, end)));
    done = end;
  }
  return parts.join("") + text.slice(done);
}

/** Returns the offset after the arguments that follow a name directly; the offset itself if there are none. */
function listEnd(text: string, from: number): number {
  const open = /^[ \t]*\(/.exec(text.slice(from, from + MAX_AFTER))?.[0].length ?? 0;
  let depth = 0;
  for (let at = from + open - 1; open > 0 && at < from + MAX_AFTER; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return at + 1;
  }
  return from;
}

function isInTheWay(name: string, hasList: boolean, before: string, after: string): boolean {
  const line = before.slice(before.lastIndexOf("\n") + 1);
  // `TRY { … }` as a statement.
  if (!hasList && /[;{}]\s*$/.test(before) && /^\s*\{/.test(after)) return true;
  if (/\)\s*(?:const\s*)?(?:noexcept\s*)?$/.test(before))
    return (
      !/^\s*(?:if|for|while|switch|else|\}|#)/.test(line) &&
      /^\s*(?:[;{]|=\s*0|[A-Z_]{3}|->)/.test(after)
    );
  if (CALLING.test(name) && /[\w*&>(]\s*$/.test(line))
    return /^\s*\*?\s*[A-Za-z_]\w*\s*[()]/.test(after);
  if (!/^[ \t]*(?:(?:extern|static|inline|virtual|typedef)\s+)*$/.test(line)) return false;
  return /^[ \t]*\r?(?:\n|$)/.test(after) ? line.trim() === "" : isDeclaration(after);
}

/** Macros for how a function is called. */
const CALLING = /(?:API|CALL|CALLBACK|EXPORT|CDECL)$/;

/** Returns whether a text starts with a type and a name: two words before the first sign. */
function isDeclaration(text: string): boolean {
  let words = 0;
  for (const [token] of text.matchAll(/(?:::)?[A-Za-z_~][\w:]*|<[^<>;]{0,60}>|\S/g)) {
    // A constructor has no type: `A::A(`.
    if (/^(?:::|~)?\w/.test(token)) words += token.includes("::") ? 2 : 1;
    else if ("(;=[{".includes(token)) return words >= 2;
    else if (!/^[*&<]/.test(token)) return false;
  }
  return false;
}

/** Blanks the preprocessor's conditions and every branch but the first; the second one of `#if 0`. */
function withoutBranches(text: string): string {
  /** By open condition: whether the branches around it are blanked, whether this one is, and whether one was read. */
  const open: { around: boolean; isOff: boolean; hasRead: boolean }[] = [];
  const lines = text.split("\n").map((line) => {
    const [, word, rest = ""] =
      /^\s*#\s*(if|ifdef|ifndef|elif|elifdef|else|endif)\b(.*)/.exec(line) ?? [];
    const top = open.at(-1);
    if (word === undefined) return top?.isOff === true ? blank(line) : line;
    if (word.startsWith("if")) {
      const around = top?.isOff === true;
      const isNever = word === "if" && /^\s*0\b/.test(rest);
      open.push({ around, isOff: around || isNever, hasRead: !isNever });
    } else if (word === "endif") open.pop();
    else if (top !== undefined) {
      top.isOff = top.around || top.hasRead;
      top.hasRead = true;
    }
    return blank(line);
  });
  return lines.join("\n");
}

/** Code, its help texts and its documentation → what a named thing is said to be: a function, a parameter, an option, a setting. */
import { blockCommentsIn, commentFrom, isCode, LINE_COMMENT, NOISE, styleOf } from "./code.ts";
import { cut, isProse, plainText } from "./pair.ts";
import { MINING } from "./tuning.ts";

export interface Description {
  /** As it is written: `maxRetries`, `--dry-run`, `read_timeout`. */
  readonly name: string;
  readonly said: string;
}

const DOCUMENT = /\.(?:md|mdx|markdown|rst|adoc)$/iu;
const SCHEMA = /(?:schema[^/]*|(?:^|\/)package)\.json$/iu;

/** What tests declare is named for the test. */
const OTHERS = /(?:^|[/._-])(?:tests?|specs?|__tests__|fixtures?|testdata|mocks?)(?:[/._-]|$)/iu;

/** Whether `descriptionsIn` has a reader for it. */
export function mayDescribe(path: string): boolean {
  if (OTHERS.test(path)) return false;
  return isCode(path) || DOCUMENT.test(path) || SCHEMA.test(path);
}

/** In the file's order. Nothing for an overlong file, or one with lines that no person wrote. */
export function* descriptionsIn(path: string, text: string): Generator<Description> {
  if (text.length > MINING.fileBytes.value) return;
  for (const { name, said } of readerOf(path)(path, text)) {
    const plain = cut(withoutName(plainText(said), name), MINING.described.value);
    if (isName(name) && isProse(plain, 3) && !NOISE.test(plain)) yield { name, said: plain };
  }
}

type Reader = (path: string, text: string) => Iterable<Description>;

function readerOf(path: string): Reader {
  if (DOCUMENT.test(path)) return inDocument;
  return isCode(path) ? inCode : inSchema;
}

const NAME = /^-{0,2}[A-Za-z_$][\w$-]{2,40}$/u;
const isName = (name: string) => NAME.test(name);

/** `Name returns the …` says the same as `returns the …`. */
function withoutName(said: string, name: string): string {
  return said.startsWith(`${name} `) ? said.slice(name.length + 1) : said;
}

const TABLE_ROW = /^\s*\|(.+)\|\s*$/u;
const CODE_WORD = /^[`*]+(-{0,2}[\w$.-]+)[^`*]*[`*]+$/u;
const BULLET =
  /^\s*[-*]\s+[`*]{1,3}(-{0,2}[\w$.-]+)[^`*]*[`*]{1,3}(?:\s*\([^)]*\))?\s*(?::|-|–|—)\s*(\S.*)$/u;

function* inDocument(_path: string, text: string): Generator<Description> {
  for (const line of text.split("\n")) {
    const bullet = BULLET.exec(line);
    if (bullet) yield { name: lastPart(bullet[1] ?? ""), said: bullet[2] ?? "" };
    const row = TABLE_ROW.exec(line);
    if (row) yield* inRow((row[1] ?? "").split("|").map((cell) => cell.trim()));
    else yield* inHelp(line);
  }
}

/** A row whose first cell is a name: what it says longest. */
function* inRow([first = "", ...rest]: readonly string[]): Generator<Description> {
  const name = CODE_WORD.exec(first)?.[1];
  const said = rest.toSorted((a, b) => b.length - a.length)[0];
  if (name !== undefined && said !== undefined) yield { name: lastPart(name), said };
}

const lastPart = (name: string) => name.split(".").pop() ?? name;

const HELP_LINE = /^\s{1,10}(?:-\w,?\s+)?(--[a-z][\w-]+)(?:[ =][<[{A-Z]\S*)?\s{2,}(\S.{14,})$/u;

function* inHelp(line: string): Generator<Description> {
  const found = HELP_LINE.exec(line);
  if (found) yield { name: found[1] ?? "", said: found[2] ?? "" };
}

/** `"name": { … "description": "said"`, as schemas and option tables have it. */
const DESCRIBED =
  /["']?([A-Za-z][\w.-]{2,})["']?\s*:\s*\{[^{}]{0,200}?\b(?:markdownDescription|description|describe|help)["']?\s*:\s*(["'`])((?:(?!\2)[^\\\n]){15,300})\2/gu;

function* inSchema(_path: string, text: string): Generator<Description> {
  for (const found of text.matchAll(DESCRIBED)) {
    yield { name: lastPart(found[1] ?? ""), said: found[3] ?? "" };
  }
}

const OPTIONS = [
  // commander, cac; argparse, click, typer; Go's flag and cobra.
  /\boption\(\s*["'`](?:-\w,\s*)?(--[\w-]+)[^"'`\n]*["'`]\s*,\s*["'`]([^"'`\n]{15,300})["'`]/gu,
  /(?:add_argument|option|Option)\([^)]{0,60}["'](--[\w-]+)["'][\s\S]{0,200}?\bhelp\s*=\s*\(?\s*["']([^"'\n]{15,300})["']/gu,
  /(?:Var|VarP|Bool|String|Int|Duration)P?\((?:&[\w.]+,\s*)?"([a-z][\w-]+)",[^\n]{0,80}?"([^"\n]{15,300})"\)/gu,
];

function* inCode(path: string, text: string): Generator<Description> {
  const lines = text.split("\n");
  if (lines.some((line) => line.length > 2000)) return;
  const style = styleOf(path);
  if (style === "slash") yield* inBlockComments(lines);
  if (path.endsWith(".py")) yield* inDocstrings(text);
  yield* aboveDeclarations(lines, LINE_COMMENT[style ?? ""] ?? /^$/u);
  for (const pattern of OPTIONS) {
    for (const found of text.matchAll(pattern)) {
      yield { name: found[1] ?? "", said: found[2] ?? "" };
    }
  }
  yield* inSchema(path, text);
  for (const line of lines) yield* inHelp(line);
}

const DECLARED =
  /^\s*(?:(?:pub(?:\([^)]*\))?|export|default|public|private|protected|static|final|abstract|async|readonly|override|virtual|inline|const|unsafe|extern|declare)\s+)*(?:(?:function\*?|class|interface|type|enum|const|let|var|def|fn|func|fun|struct|trait|record|val|object|module)\s+(?:\([^)]*\)\s*)?([A-Za-z_$][\w$]*)|([A-Za-z_$][\w$]*)\??\s*[:(=]|(?:[\w<>[\],.*&?]+\s+)+([A-Za-z_$][\w$]*)\s*[(;={]|([A-Z]\w*)\s+[\w*[\].]+)/u;
const STATEMENT =
  /^\s*(?:if|for|while|return|switch|else|match|try|catch|case|throw|await|print|assert)\b/u;

function declaredIn(line: string): string | undefined {
  if (STATEMENT.test(line)) return;
  const found = DECLARED.exec(line);
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? found?.[4];
}

const PARAMETER =
  /^@(?:param|arg|property|prop|field)\s+(?:\{[^}]*\}\s+)?\[?([\w$.]+)[^\]\s]*\]?\s+(?:[-–:]\s*)?(\S.*)$/su;

function* inBlockComments(lines: readonly string[]): Generator<Description> {
  for (const { said, next } of blockCommentsIn(lines)) {
    const parts = said.split(/\n\s*(?=@)/u);
    const name = declaredIn(lines[next] ?? "");
    const [first = ""] = parts[0]?.trim().split(/\n\s*\n/u) ?? [];
    if (name !== undefined && !first.startsWith("@")) yield { name, said: first };
    for (const part of parts) {
      const found = PARAMETER.exec(part.trim());
      if (found) yield { name: lastPart(found[1] ?? ""), said: found[2] ?? "" };
    }
  }
}

const PYTHON_FUNCTION =
  /^[ \t]*(?:async\s+)?(?:def|class)\s+(\w+)[\s\S]{0,600}?:[ \t]*\n\s*[rbu]*("""|''')([\s\S]{10,4000}?)\2/gmu;
const FIELD =
  /:(?:param|arg|ivar|keyword)\s+(?:[\w.[\], ]+\s)?\*{0,2}(\w+):\s*([^:]{15,400}?)(?=\n\s*:|\n\s*\n|$)/gu;
const GOOGLE =
  /^[ \t]{4,}\*{0,2}(\w+)\s*(?:\([^)\n]*\))?:[ \t]+(\S[^\n]*(?:\n[ \t]{12,}\S[^\n]*){0,3})$/gmu;

function* inDocstrings(text: string): Generator<Description> {
  for (const [, name = "", , doc = ""] of text.matchAll(PYTHON_FUNCTION)) {
    const [first = ""] = doc.trim().split(/\n\s*\n/u);
    if (!name.startsWith("test")) yield { name, said: first };
    for (const pattern of [FIELD, GOOGLE]) {
      for (const found of doc.matchAll(pattern)) {
        yield { name: found[1] ?? "", said: found[2] ?? "" };
      }
    }
  }
}

/** Comments of more lines are a licence, a drawing or code. */
const COMMENT_LINES = 8;

/** A comment above a local variable, an assignment or a call tells of what is done there, not of the name. */
const STEP = /^\s+(?:const|let|var|val|auto)\b|^\s*[\w$.\s[\]]+(?::=|[^=!<>]=(?!=))|\)\s*;?\s*$/u;

function* aboveDeclarations(lines: readonly string[], pattern: RegExp): Generator<Description> {
  for (let i = 0; i < lines.length; i++) {
    const words = commentFrom(lines, i, pattern);
    if (words.length === 0) continue;
    i += words.length;
    if (words.length > COMMENT_LINES || STEP.test(lines[i] ?? "")) continue;
    const name = declaredIn(lines[i] ?? "");
    if (name !== undefined) yield { name, said: words.join(" ") };
  }
}

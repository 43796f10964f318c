/** Extracts the names that a file defines, from its lines alone, in any language; a parser would take too long. */
import { extname } from "node:path/posix";

const BEFORE =
  /^(?:(?:export|default|pub|public|private|protected|internal|static|final|abstract|async|declare|readonly|override|unsafe|inline|extern)\b(?:\([a-z ]*\))?[ \t]+)*/;
/** `def name`, `func (r *Router) name`, `const name`. */
const BY_KEYWORD =
  /^(?:def|class|function\*?|func|fn|fun|struct|enum|trait|interface|type|let|var|const|namespace|module|mod)[ \t]+(?:\([^)]*\)[ \t]*)?([A-Za-z_$][\w$]*)/;
/** `Type<T> name(args) {`: a type and no keyword before the name. */
const BY_TYPE = /^[\w<>[\],.*&:? \t]+[ \t*&]([A-Za-z_]\w*)[ \t]*\([^;()=]*\)[^;()]*$/;
const TYPED: ReadonlySet<string> = new Set(".java .c .h .cc .cpp .hpp .cs".split(" "));
const NO_NAMES: ReadonlySet<string> = new Set("if for while switch catch return new".split(" "));
/** Maximum characters of a line; longer ones are data or generated. */
const LONGEST_LINE = 200;

/** Returns the names, each once, in order. */
export function definedNames(path: string, text: string): string[] {
  const isTyped = TYPED.has(extname(path));
  const found = new Set<string>();
  for (const line of text.split("\n")) {
    if (line.length > LONGEST_LINE) continue;
    const trimmed = line.trim();
    const name =
      BY_KEYWORD.exec(trimmed.replace(BEFORE, ""))?.[1] ??
      (isTyped ? BY_TYPE.exec(trimmed)?.[1] : undefined);
    if (name !== undefined && !NO_NAMES.has(name)) found.add(name);
  }
  return [...found];
}

/**
 * Splits a shell command line into its simple commands: those of pipes, lists, loops, subshells and substitutions, each as
 * unquoted words. Reads the text once. Expands nothing: a word that contains a variable is marked.
 */

export interface ShellWord {
  readonly text: string;
  /** True if its value depends on a variable or on the output of another command. */
  readonly isDynamic: boolean;
}

export interface ShellCommand {
  readonly words: readonly ShellWord[];
  /** Bodies of its here-documents and here-strings. */
  readonly input: string;
}

/** Maximum nesting; people do not write more. Deeper text is not read, and the result is `null`. */
const MAX_NESTED = 20;

/** Returns null if the text is nested too deeply. */
export function shellCommands(text: string): ShellCommand[] | null {
  const reader = new Reader(text);
  reader.readList("", 0);
  return reader.isTooDeep ? null : reader.found;
}

/** Reads one text; holds the text and the current position. */
class Reader {
  readonly found: ShellCommand[] = [];
  isTooDeep = false;
  private at = 0;
  private readonly text: string;
  /** Here-documents whose bodies start on the next line. */
  private waiting: {
    readonly delimiter: string;
    readonly command: Draft;
    readonly isRaw: boolean;
  }[] = [];

  constructor(text: string) {
    this.text = text;
  }

  /** Reads up to and including `closing`. */
  readList(closing: string, depth: number): void {
    if (this.stopsAt(depth)) return;
    let draft = newDraft();
    while (this.at < this.text.length) {
      const char = this.text[this.at] ?? "";
      if (char === closing) break;
      if (!this.readOperator(char, draft, depth)) draft.words.push(this.readWord(depth, closing));
      if (draft.isOver) {
        this.keep(draft);
        draft = newDraft();
      }
    }
    this.at++;
    this.keep(draft);
  }

  private keep(draft: Draft): void {
    if (draft.words.length > 0 || draft.input !== "") this.found.push(draft);
  }

  /** Returns false at the beginning of a word. */
  private readOperator(char: string, draft: Draft, depth: number): boolean {
    if (char === "<" || char === ">") this.readRedirection(draft, depth);
    else if (char === "#" && this.startsWord()) this.skipTo("\n");
    else if (/[\n;&|()]/.test(char)) this.readEnd(char, draft, depth);
    else if (/\s/.test(char)) this.at++;
    else return false;
    return true;
  }

  /** Reads the end of a command. `2>&1` and `&>file` are redirections and do not end one. */
  private readEnd(char: string, draft: Draft, depth: number): void {
    this.at++;
    if (char === "\n") this.readHereDocuments(depth);
    if (char === "(") this.readList(")", depth + 1);
    draft.isOver = char !== "&" || (this.text[this.at] !== ">" && this.text[this.at - 2] !== ">");
  }

  private stopsAt(depth: number): boolean {
    if (depth <= MAX_NESTED) return false;
    this.isTooDeep = true;
    this.at = this.text.length;
    return true;
  }

  private startsWord(): boolean {
    return this.at === 0 || /[\s;&|(]/.test(this.text[this.at - 1] ?? "");
  }

  private skipTo(char: string): void {
    const found = this.text.indexOf(char, this.at);
    this.at = found < 0 ? this.text.length : found;
  }

  private readRedirection(draft: Draft, depth: number): void {
    const rest = this.text.slice(this.at, this.at + 3);
    if (/^[<>]\(/.test(rest)) {
      this.at += 2;
      this.readList(")", depth + 1);
      return;
    }
    if (rest === "<<<") {
      this.at += 3;
      this.skipBlanks();
      draft.input += this.readWord(depth, "").text;
      return;
    }
    if (rest.startsWith("<<")) {
      this.at += rest === "<<-" ? 3 : 2;
      this.skipBlanks();
      const isRaw = /["'\\]/.test(this.text[this.at] ?? "");
      this.waiting.push({ delimiter: this.readWord(depth, "").text, command: draft, isRaw });
      return;
    }
    this.at++;
    while (">&|".includes(this.text[this.at] ?? " ")) this.at++;
    this.skipBlanks();
    const target = this.text[this.at] ?? "";
    if (target !== "" && !/[\s;|&<>()]/.test(target)) {
      const file = this.readWord(depth, "");
      if (isNetworkDevice(file.text)) draft.words.push(file);
    }
    // The number of the stream was read as a word: `2>file`.
    const last = draft.words.at(-1);
    if (last !== undefined && draft.words.length > 1 && /^\d$/.test(last.text)) draft.words.pop();
  }

  private skipBlanks(): void {
    while (this.text[this.at] === " " || this.text[this.at] === "\t") this.at++;
  }

  private readHereDocuments(depth: number): void {
    for (const { delimiter, command, isRaw } of this.waiting.splice(0)) {
      const from = this.at;
      let end = this.text.length;
      while (this.at < this.text.length) {
        const newline = this.text.indexOf("\n", this.at);
        const lineEnd = newline < 0 ? this.text.length : newline;
        const line = this.text.slice(this.at, lineEnd);
        // A parenthesis may follow if the document is in a substitution.
        if (line.trim() === delimiter) {
          end = this.at;
          this.at = lineEnd;
          break;
        }
        this.at = Math.min(lineEnd + 1, this.text.length);
      }
      const body = this.text.slice(from, end);
      command.input += body;
      if (!isRaw) this.readSubstitutionsOf(body, depth);
    }
  }

  private readSubstitutionsOf(body: string, depth: number): void {
    const inner = new Reader(body);
    inner.readQuoted("", depth + 1);
    this.found.push(...inner.found);
    this.isTooDeep ||= inner.isTooDeep;
  }

  private readWord(depth: number, closing: string): ShellWord {
    let word: ShellWord = { text: "", isDynamic: false };
    while (this.at < this.text.length) {
      const char = this.text[this.at] ?? "";
      if (char === closing || /[\s;&|()<>]/.test(char)) break;
      const { text, isDynamic } = this.readPiece(char, depth);
      word = { text: word.text + text, isDynamic: word.isDynamic || isDynamic };
    }
    return word;
  }

  private readPiece(char: string, depth: number): ShellWord {
    if (char === "$" || char === "`") return { text: "", isDynamic: this.readExpansion(depth) };
    this.at++;
    if (char === '"') return this.readQuoted('"', depth);
    if (char === "\\") {
      // A backslash before a line break joins two lines.
      const next = this.text[this.at++] ?? "";
      return { text: next === "\n" ? "" : next, isDynamic: false };
    }
    if (char !== "'") return { text: char, isDynamic: false };
    const from = this.at;
    this.skipTo("'");
    return { text: this.text.slice(from, this.at++), isDynamic: false };
  }

  /** Reads the inside of double quotes, or of a here-document (`closing` ""). */
  readQuoted(closing: string, depth: number): ShellWord {
    let text = "";
    let isDynamic = false;
    if (this.stopsAt(depth)) return { text, isDynamic };
    while (this.at < this.text.length) {
      const char = this.text[this.at] ?? "";
      if (char === closing) {
        this.at++;
        break;
      }
      if (char === "\\") {
        text += this.text[this.at + 1] ?? "";
        this.at += 2;
      } else if (char === "$" || char === "`") {
        isDynamic = this.readExpansion(depth) || isDynamic;
      } else {
        text += char;
        this.at++;
      }
    }
    return { text, isDynamic };
  }

  /** Reads `$name`, `${name}`, `$(command)`, `$((sum))` or backticks. Returns false for a literal `$`. */
  private readExpansion(depth: number): boolean {
    const char = this.text[this.at];
    const next = this.text[this.at + 1] ?? "";
    if (char === "`") {
      this.at++;
      this.readList("`", depth + 1);
      return true;
    }
    if (next === "(") {
      this.at += 2;
      this.readList(")", depth + 1);
      return true;
    }
    if (next === "{") {
      this.at += 2;
      this.readQuoted("}", depth + 1);
      return true;
    }
    this.at++;
    const name = /\w/;
    const from = this.at;
    while (name.test(this.text[this.at] ?? "")) this.at++;
    return this.at > from || /[@*#?$!-]/.test(next);
  }
}

interface Draft {
  readonly words: ShellWord[];
  input: string;
  isOver: boolean;
}

function newDraft(): Draft {
  return { words: [], input: "", isOver: false };
}

/** Returns whether Bash opens a network connection for a redirection to this name. */
export function isNetworkDevice(word: string): boolean {
  return /^\/dev\/(?:tcp|udp)\//.test(word);
}

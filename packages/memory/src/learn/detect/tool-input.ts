/** Reads what a tool was asked to do (the command, the search, the edit), whatever field names the host uses. */
import type { Tool } from "@tacit-memory/protocol";

export interface TextEdit {
  readonly before: string;
  readonly after: string;
}

const COMMAND_FIELDS = ["command", "cmd", "script", "code"];
const FOLDER_FIELDS = ["workdir", "cwd", "working_directory", "dir_path", "directory"];
const QUERY_FIELDS = ["pattern", "query", "regex", "search_term", "q", "keyword"];
const BEFORE_FIELDS = "old_string oldString old_str oldText old_text find search".split(" ");
const AFTER_FIELDS =
  "new_string newString new_str newText new_text replace content file_text".split(" ");

/** Maximum characters of a command. Detectors scan commands many times, and a longer command contains a file. */
const LONGEST_COMMAND = 10_000;

/** Returns the command a shell tool ran, without `bash -lc '…'` around it. */
export function commandText(input: unknown): string | null {
  const raw = field(input, COMMAND_FIELDS);
  const text = Array.isArray(raw) ? raw.filter((part) => typeof part === "string").join(" ") : raw;
  if (typeof text !== "string" || text.trim() === "") return null;
  const command = text.slice(0, LONGEST_COMMAND);
  const wrapped =
    /^\s*(?:\/\S*\/)?(?:ba|z|da)?sh\s+-l?c\s+(?:'([\s\S]*)'|"([\s\S]*)"|([\s\S]*))\s*$/.exec(
      command,
    );
  return (wrapped?.[1] ?? wrapped?.[2] ?? wrapped?.[3] ?? command).trim();
}

/** Returns the directory in which a shell ran, as stated by its call; null if the call states none. */
export function folderText(input: unknown): string | null {
  const folder = field(input, FOLDER_FIELDS);
  return typeof folder === "string" && folder !== "" ? folder : null;
}

/** Returns the pattern searched for, by a search tool or by grep, rg, ag or git grep in a shell. */
export function searchQuery(tool: Tool, input: unknown, command: string | null): string | null {
  if (tool === "search") {
    const query = field(input, QUERY_FIELDS);
    return typeof query === "string" && query.trim() !== "" ? query.trim() : null;
  }
  if (command === null) return null;
  const grep =
    /(?:^|[;&|]\s*|\s&&\s*)(?:git\s+grep|grep|egrep|rg|ag)\s+((?:-{1,2}[\w-]+(?:=\S+)?\s+)*)(?:"([^"]+)"|'([^']+)'|([^\s"'|;&-][^\s|;&]*))/.exec(
      command,
    );
  // A grep at the end of a pipe filters output; only one that starts a command searches the code.
  if (grep === null || command.slice(0, grep.index + 1).includes("|")) return null;
  return grep[2] ?? grep[3] ?? grep[4] ?? null;
}

/** Returns the address or question that was looked up outside; null when the call has neither. */
export function lookedUp(input: unknown): string | null {
  const page = field(input, ["url", "uri", "href", "query", "q"]);
  return typeof page === "string" && page.trim() !== "" ? page.trim().slice(0, 300) : null;
}

export function readEdit(input: unknown): TextEdit | null {
  const edits = field(input, ["edits"]);
  const subject = Array.isArray(edits) && edits.length > 0 ? edits[0] : input;
  const before = field(subject, BEFORE_FIELDS);
  const after = field(subject, AFTER_FIELDS);
  if (typeof before === "string" && typeof after === "string") return { before, after };
  const patch = typeof input === "string" ? input : field(input, ["patch", "diff", "input"]);
  if (typeof patch === "string" && /^[-+]/m.test(patch)) return readPatch(patch);
  return typeof after === "string" ? { before: "", after } : null;
}

function readPatch(patch: string): TextEdit {
  const lines = patch.split("\n").filter((line) => !/^(---|\+\+\+|\*\*\*|@@)/.test(line));
  const side = (sign: string) =>
    lines
      .filter((line) => line.startsWith(sign))
      .map((line) => line.slice(1))
      .join("\n");
  return { before: side("-"), after: side("+") };
}

function field(input: unknown, names: readonly string[]): unknown {
  if (typeof input !== "object" || input === null) return undefined;
  const bag = input as Readonly<Record<string, unknown>>;
  return names.map((name) => bag[name]).find((value) => value !== undefined);
}

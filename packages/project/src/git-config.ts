/**
 * Parses git's configuration format without starting git: sections with subsections, quoted values, escapes, comments
 * and continued lines. Includes are not followed.
 */

export interface ConfigEntry {
  /** Lower case, as git compares it. */
  readonly section: string;
  /** As written; "" if there is none. */
  readonly subsection: string;
  /** Lower case. */
  readonly key: string;
  readonly value: string;
}

export interface Remote {
  readonly name: string;
  /** The URL after `url.<base>.insteadOf` was applied. */
  readonly url: string;
}

const SECTION = /^\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/;
const KEY = /^([A-Za-z][\w-]*)\s*(=?)\s*/;

/** Never throws; skips lines that it does not understand. */
export function parseGitConfig(text: string): ConfigEntry[] {
  const entries: ConfigEntry[] = [];
  let section = "";
  let subsection = "";
  for (const line of logicalLines(text)) {
    let rest = line.trim();
    const header = SECTION.exec(rest);
    if (header !== null) {
      [section, subsection] = sectionOf(header[1] ?? "", header[2]);
      rest = rest.slice(header[0].length).trim();
    }
    const key = KEY.exec(rest);
    if (key === null || section === "") continue;
    const value = key[2] === "" ? "true" : unquoted(rest.slice(key[0].length));
    entries.push({ section, subsection, key: (key[1] ?? "").toLowerCase(), value });
  }
  return entries;
}

/** The remotes in the order of the file, each name once, with its first URL. */
export function remotesOf(entries: readonly ConfigEntry[]): Remote[] {
  const rewrites = entries.filter(({ section, key }) => section === "url" && key === "insteadof");
  const urls = new Map<string, string>();
  for (const { section, subsection, key, value } of entries) {
    if (section === "remote" && key === "url" && value !== "" && !urls.has(subsection)) {
      urls.set(subsection, rewrite(value, rewrites));
    }
  }
  return [...urls].map(([name, url]) => ({ name, url }));
}

/** Applies the rewrite with the longest matching prefix, as git does. */
function rewrite(url: string, rewrites: readonly ConfigEntry[]): string {
  const longest = rewrites
    .filter(({ value }) => value !== "" && url.startsWith(value))
    .sort((a, b) => b.value.length - a.value.length)[0];
  return longest === undefined ? url : longest.subsection + url.slice(longest.value.length);
}

/** `[remote "Origin"]` keeps its case; the old form `[remote.origin]` is lower case throughout. */
function sectionOf(name: string, subsection: string | undefined): [string, string] {
  if (subsection !== undefined) return [name.toLowerCase(), subsection.replace(/\\(.)/g, "$1")];
  const [section = "", ...rest] = name.toLowerCase().split(".");
  return [section, rest.join(".")];
}

function logicalLines(text: string): string[] {
  const lines: string[] = [];
  let pending = "";
  for (const line of text.replace(/^\ufeff/, "").split(/\r?\n/)) {
    const backslashes = /\\*$/.exec(line)?.[0].length ?? 0;
    // An odd number of backslashes continues the line; a comment is never continued.
    if (backslashes % 2 === 1 && !/^\s*[#;]/.test(line)) pending += line.slice(0, -1);
    else {
      lines.push(pending + line);
      pending = "";
    }
  }
  if (pending !== "") lines.push(pending);
  return lines;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b" };

function unquoted(raw: string): string {
  let value = "";
  let end = 0;
  let isQuoted = false;
  for (let i = 0; i < raw.length; i++) {
    const char = raw.charAt(i);
    if (char === '"') isQuoted = !isQuoted;
    else if (char === "\\") {
      i++;
      value += ESCAPES[raw.charAt(i)] ?? raw.charAt(i);
    } else if (!isQuoted && (char === "#" || char === ";")) break;
    else value += char;
    // Trailing white space is part of the value only inside quotes.
    if (isQuoted || !/\s/.test(char)) end = value.length;
  }
  return value.slice(0, end);
}

/**
 * Parses symbol names of SCIP: `scheme manager package version descriptors`, where two spaces stand for one, and a descriptor
 * is a name with a suffix for its kind; or `local id`, which is valid in one document only.
 */

type DescriptorSuffix =
  | "namespace"
  | "type"
  | "term"
  | "method"
  | "type_parameter"
  | "parameter"
  | "meta"
  | "macro";

export interface Descriptor {
  readonly name: string;
  readonly suffix: DescriptorSuffix;
}

export function isLocalSymbol(symbol: string): boolean {
  return symbol.startsWith("local ");
}

/** Returns `scheme manager package` without the version; "" for a local symbol. */
export function packageOf(symbol: string): string {
  const fields = headFields(symbol);
  return fields === null ? "" : fields.words.slice(0, 3).join(" ");
}

/** Returns the package's name only, as in a manifest. */
export function packageNameOf(symbol: string): string {
  return headFields(symbol)?.words[2] ?? "";
}

interface Head {
  readonly words: readonly string[];
  /** Start of the descriptors. */
  readonly end: number;
}

function headFields(symbol: string): Head | null {
  if (isLocalSymbol(symbol)) return null;
  const words: string[] = [];
  let [at, from] = [0, 0];
  while (words.length < 4) {
    at = symbol.indexOf(" ", at);
    if (at < 0) return null;
    if (symbol[at + 1] === " ") {
      at += 2;
      continue;
    }
    const word = symbol.slice(from, at).replaceAll("  ", " ");
    words.push(word === "." ? "" : word);
    at += 1;
    from = at;
  }
  return { words, end: from };
}

/** Returns the last descriptor and its owner symbol ("" for none); null for an invalid name. */
export function lastDescriptor(symbol: string): (Descriptor & { readonly owner: string }) | null {
  const head = headFields(symbol);
  if (head === null) return null;
  let found: (Descriptor & { readonly owner: string }) | null = null;
  for (let at = head.end; at < symbol.length; ) {
    const next = descriptorAt(symbol, at);
    if (next === null) return null;
    found = { ...next.descriptor, owner: at === head.end ? "" : symbol.slice(0, at) };
    at = next.end;
  }
  return found;
}

interface ReadDescriptor {
  readonly descriptor: Descriptor;
  readonly end: number;
}

const BY_CHARACTER: Readonly<Record<string, DescriptorSuffix>> = {
  "/": "namespace",
  "#": "type",
  ".": "term",
  ":": "meta",
  "!": "macro",
};

function descriptorAt(symbol: string, at: number): ReadDescriptor | null {
  const opening = symbol[at];
  if (opening === "(" || opening === "[") {
    const name = nameAt(symbol, at + 1);
    const closing = opening === "(" ? ")" : "]";
    if (name === null || symbol[name.end] !== closing) return null;
    const suffix = opening === "(" ? "parameter" : "type_parameter";
    return { descriptor: { name: name.text, suffix }, end: name.end + 1 };
  }
  const name = nameAt(symbol, at);
  if (name === null) return null;
  if (symbol[name.end] !== "(") {
    const suffix = BY_CHARACTER[symbol[name.end] ?? ""];
    if (suffix === undefined) return null;
    return { descriptor: { name: name.text, suffix }, end: name.end + 1 };
  }
  const close = symbol.indexOf(").", name.end);
  if (close < 0) return null;
  return { descriptor: { name: name.text, suffix: "method" }, end: close + 2 };
}

const PLAIN = /[\w+\-$]*/uy;

/** Reads a name, plain or between backticks, in which two backticks stand for one. */
function nameAt(symbol: string, at: number): { text: string; end: number } | null {
  if (symbol[at] !== "`") {
    PLAIN.lastIndex = at;
    const text = PLAIN.exec(symbol)?.[0] ?? "";
    return { text, end: at + text.length };
  }
  for (let end = symbol.indexOf("`", at + 1); end >= 0; end = symbol.indexOf("`", end + 2)) {
    if (symbol[end + 1] !== "`") {
      return { text: symbol.slice(at + 1, end).replaceAll("``", "`"), end: end + 1 };
    }
  }
  return null;
}

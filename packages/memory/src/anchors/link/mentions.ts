/** Finds code that a text mentions: names written as code, and places as errors print them. Pure. */
import { identifiers } from "../../domain/text/text.ts";

export interface Mentions {
  /** Written as code: in backticks, with brackets, in camel or snake case, dotted. */
  readonly names: ReadonlySet<string>;
  /** Capitalised within a sentence: a class, or a noun in German. */
  readonly capitalised: ReadonlySet<string>;
  readonly places: readonly { readonly path: string; readonly line: number }[];
}

const CODE_SPAN = /`([^`\n]{1,300})`/g;
const NAME = /[\p{L}_$#][\p{L}\p{N}_$]*(?:(?:\.|::|#)[\p{L}_$][\p{L}\p{N}_$]*)*/gu;
const CALLED = /(?<![\p{L}\p{N}_$.])([\p{L}_$][\p{L}\p{N}_$.]*)\(/gu;
/** Matches what separates a path and a line: `a.ts:12`, `a.cs(12,3)`, `"a.py", line 12`. */
const LINE = /(?::|\(|", line )(\d{1,7})/g;
const PATH = /(?:[\w@.-]+[\\/])*[\w@-][\w@.-]*\.\w{1,8}$/;
const MAX_PATH = 260;
/** Matches a file path that has at least one folder and is not part of an address. */
const FILE =
  /(?<![\w@./\\:-])(?:\.\/)?((?:\.?[\w@-][\w@.-]*\/){1,20}\.?[\w@-][\w@.-]*\.\w{1,8})(?![\w/\\-])/g;
const CAPITALISED = /(?<=[\p{L}\p{N},;:)"'] )\p{Lu}[\p{L}\p{N}]{2,}/gu;
/** A memory has at most a thousand characters; only verbatim content can be longer. */
const MAX_CHARS = 20_000;

/** Returns the mentions in a text. `symbols`: names given explicitly for what the text is about. */
export function mentionsIn(whole: string, symbols: readonly string[] = []): Mentions {
  const text = whole.slice(0, MAX_CHARS);
  const names = new Set(symbols);
  for (const [, span = ""] of text.matchAll(CODE_SPAN)) {
    for (const [name] of span.matchAll(NAME)) addName(names, name);
  }
  for (const [, name = ""] of text.matchAll(CALLED)) addName(names, name);
  for (const identifier of identifiers(text)) {
    if (!/[/\\]/.test(identifier)) addName(names, identifier.replace(/\(\)$/, ""));
  }
  return {
    names,
    capitalised: new Set([...text.matchAll(CAPITALISED)].map(([word]) => word)),
    places: [...text.matchAll(LINE)].flatMap(({ index, 1: line }) => {
      const path = PATH.exec(text.slice(Math.max(0, index - MAX_PATH), index))?.[0];
      return path === undefined ? [] : [{ path: path.replaceAll("\\", "/"), line: Number(line) }];
    }),
  };
}

/** Returns the file paths in a text, each once; whether they exist is unknown here. */
export function pathsIn(whole: string): string[] {
  const found = whole.slice(0, MAX_CHARS).matchAll(FILE);
  return [...new Set([...found].map(([, path = ""]) => path))];
}

/** Adds a dotted name and its last part: `c.json` is the method `json` of whatever `c` is. */
function addName(names: Set<string>, name: string): void {
  const dotted = name.replaceAll("::", ".").replace(/(?<=.)#/g, ".");
  names.add(dotted);
  const last = dotted.slice(dotted.lastIndexOf(".") + 1);
  if (last.length >= 2) names.add(last);
}

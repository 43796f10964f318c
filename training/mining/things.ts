/**
 * Lists of tools, catalogues of topics and packages → what each is, in a sentence: "Redis" is "an in-memory key-value
 * database, used as a cache". A memory names the thing, a question what it is for.
 */
import type { Description } from "./descriptions.ts";
import { cut, isProse, type Pair, plainText } from "./pair.ts";
import { MINING } from "./tuning.ts";

/** The name of the source that all such pairs have. */
export const THINGS = "things";

export interface Thing extends Description {
  /** What kind of thing, as the heading above it or the list of its topics says; may be empty. */
  readonly among: string;
}

interface Catalogue {
  readonly source: RegExp;
  readonly path: RegExp;
  readonly read: (path: string, text: string) => Thing | undefined;
}

const CATALOGUES: readonly Catalogue[] = [
  { source: /^github\/explore$/u, path: /^topics\/[^/]+\/index\.md$/u, read: topic },
  { source: /^ScoopInstaller\//u, path: /^bucket\/[^/]+\.json$/u, read: manifest },
  { source: /^spack\//u, path: /\/packages\/[^/]+\/package\.py$/u, read: recipe },
];

/** Whether `thingsIn` has a reader for it. */
export function mayList(path: string, source: string): boolean {
  return /\.(?:md|mdx|markdown)$/iu.test(path) || catalogueOf(path, source) !== undefined;
}

function catalogueOf(path: string, source: string): Catalogue | undefined {
  return CATALOGUES.find((one) => one.source.test(source) && one.path.test(path));
}

/** In the file's order; nothing for what is no list. */
export function* thingsIn(path: string, text: string, source: string): Generator<Thing> {
  const catalogue = catalogueOf(path, source);
  const found = catalogue === undefined ? entries(text) : [catalogue.read(path, text)];
  for (const thing of found) {
    if (thing === undefined) continue;
    const { name, among } = thing;
    const said = cut(withoutName(plainText(thing.said), name), MINING.described.value);
    if (NAME.test(name) && isProse(said, 3)) yield { name, said, among: plainText(among) };
  }
}

/** One to four words, of letters mostly. */
const NAME = /^(?=[^a-z]*[a-z])[\w.+#/-]{2,30}(?: [\w.+#/-]{1,20}){0,3}$/iu;

/** `Redis is an in-memory store` → `an in-memory store`. */
function withoutName(said: string, name: string): string {
  const isNamed = said.toLowerCase().startsWith(`${name.toLowerCase()} `);
  return isNamed ? said.slice(name.length).replace(/^\s*(?:is|are|-|–|—|:)?\s*/iu, "") : said;
}

const HEADING = /^#{1,5}\s+(.+?)\s*#*$/u;
const ITEM =
  /^\s*[-*+]\s+[*_]{0,2}\[([^\]]{2,60})\]\([^)]*\)[*_]{0,2}\s*(?:[-–—:]|\([^)]*\)\s*[-–—:]?)\s+(\S.{15,})$/u;
const ROW = /^\s*\|\s*\[([^\]]{2,60})\]\([^)]*\)\s*\|\s*([^|]{15,})\|/u;

function* entries(text: string): Generator<Thing> {
  let among = "";
  for (const line of text.split("\n")) {
    among = HEADING.exec(line)?.[1] ?? among;
    const found = ITEM.exec(line) ?? ROW.exec(line);
    if (found) yield { name: ownName(found[1] ?? ""), said: found[2] ?? "", among };
  }
}

/** `owner/name` is called `name`. */
const ownName = (link: string) =>
  plainText(link)
    .replace(/^[\w.-]+\/(?=[\w.-]+$)/u, "")
    .trim();

function topic(_path: string, text: string): Thing | undefined {
  const field = (name: string) => new RegExp(`^${name}:\\s*(.+)$`, "mu").exec(text)?.[1] ?? "";
  const body = text.split(/^---\s*$/mu)[2]?.trim() ?? "";
  const said = field("short_description") || body;
  return { name: field("display_name"), said, among: field("related").replaceAll(",", " ") };
}

function manifest(path: string, text: string): Thing | undefined {
  const said = /^\s*"description":\s*"((?:[^"\\\n]|\\.)*)"/mu.exec(text)?.[1];
  return said === undefined ? undefined : { name: lastOf(path, /\.json$/u), said, among: "" };
}

function recipe(path: string, text: string): Thing | undefined {
  const said = /^class \w+\([^)]*\):\s*\n\s*r?"""([\s\S]{15,2000}?)"""/mu.exec(text)?.[1];
  const [first] = said?.trim().split(/\n\s*\n/u) ?? [];
  if (first === undefined) return;
  const name = lastOf(path, /\/package\.py$/u).replace(/^(?:py|r|perl)[-_]/u, "");
  return { name: name.replaceAll("_", "-"), said: first, among: "" };
}

const lastOf = (path: string, ending: RegExp) => path.replace(ending, "").split("/").pop() ?? "";

/** A thing's name and what it is; what it is among, and it. */
export function* pairsOf({ name, said, among }: Thing): Generator<Pair> {
  yield { k: "thing_about", r: THINGS, a: name, b: said };
  if (/[a-z]{4}/iu.test(among)) {
    yield {
      k: "kind_thing",
      r: THINGS,
      a: cut(among, MINING.described.value),
      b: `${name}: ${said}`,
    };
  }
}

/**
 * Finds the symbols a memory is about: those it names, those at the places it names, and those its session edited. They
 * replace the anchor to the whole file, because the rest of the file may change.
 */
import { innermostAt } from "@tacit-memory/codegraph";
import type { Database } from "@tacit-memory/sqlite";
import { type Anchor, contentHash } from "../../domain/anchors/anchor.ts";
import type { Memory } from "../../domain/memory.ts";
import { markOf, occurrencesOf } from "../../domain/text/anchor-text.ts";
import { listAnchors, writeAnchors } from "../../store/memories/anchors.ts";
import { LINK } from "./limits.ts";
import { readText, wholeFile } from "./link.ts";
import { type Mentions, mentionsIn } from "./mentions.ts";

/** A definition as reported by the code graph's extractor; `codegraph/facts.ts` lists the kinds. */
interface OutlinedSymbol {
  /** `Container.name`. */
  readonly symbol: string;
  readonly kind: string;
  /** Lines from 1, both inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  readonly ordinal: number;
}

export interface CodeReader {
  /** Returns the symbols of a file as it is now, in text order; empty for an unsupported language. */
  readonly outline: (path: string) => Promise<readonly OutlinedSymbol[]>;
  /** Returns the files last seen to define a name; empty if nothing was indexed. */
  readonly filesDefining: (name: string) => Promise<readonly string[]>;
}

/** Text that a session put into a file. */
export interface SessionEdit {
  readonly path: string;
  readonly after: string;
}

export interface LinkPlace {
  readonly root: string;
  readonly commit: string | null;
}

/** Writes and returns the anchors. If a file changed since it was anchored, its anchor stays unchanged. */
export async function linkSymbols(
  db: Database,
  memory: Memory,
  place: LinkPlace,
  reader: CodeReader,
  edits: readonly SessionEdit[],
): Promise<Anchor[]> {
  const mentions = mentionsIn(`${memory.title}\n${memory.content}`, memory.symbols);
  const found: Anchor[] = [];
  const files = (await listAnchors(db, [memory.id])).filter((anchor) => anchor.extent === null);
  for (const file of files) {
    const text = file.fileHash === null ? null : readText(place.root, file.path);
    if (text === null || contentHash(text) !== file.fileHash) found.push(file);
    else found.push(...(await partsOf(file, text, mentions, edits, reader)));
  }
  if (files.length === 0) found.push(...(await namedInProject(memory, place, mentions, reader)));
  const anchors = found.slice(0, LINK.maxAnchors);
  await writeAnchors(db, memory.id, anchors);
  return anchors;
}

/** Returns anchors to the parts of a file that the memory is about, or the file itself if it is about no part. */
async function partsOf(
  file: Anchor,
  text: string,
  mentions: Mentions,
  edits: readonly SessionEdit[],
  reader: CodeReader,
): Promise<Anchor[]> {
  const lines = mentions.places
    .filter(({ path }) => file.path === path || file.path.endsWith(`/${path}`))
    .map(({ line }) => line);
  const edited = edits
    .filter(({ path }) => path === file.path)
    .flatMap((edit) => lineOfEdit(text, edit));
  const isNamed = [...mentions.names, ...mentions.capitalised].some((name) =>
    text.includes(lastPart(name)),
  );
  if (!isNamed && lines.length === 0 && edited.length === 0) return [file];
  const outline = (await reader.outline(file.path)).filter(({ kind }) => kind !== "module");
  const parts = meant(outline, mentions, lines, edited)
    .slice(0, LINK.symbolsPerFile)
    .flatMap((symbol) => symbolAnchor(file, text, symbol, outline) ?? []);
  const windows = lines
    .filter((line) => innermostAt(outline, line) === null)
    .flatMap((line) => windowAnchor(file, text, line) ?? []);
  return parts.length + windows.length === 0 ? [file] : [...parts, ...windows];
}

/** Returns the symbols that are named or referenced by line; if there are none, the edited ones. */
function meant(
  outline: readonly OutlinedSymbol[],
  mentions: Mentions,
  lines: readonly number[],
  edited: readonly number[],
): OutlinedSymbol[] {
  const at = (line: number) => innermostAt(outline, line) ?? [];
  const mentioned = new Set([...named(outline, mentions), ...lines.flatMap(at)]);
  if (mentioned.size > 0) return withoutContainers([...mentioned]);
  const touched = [...new Set(edited.flatMap(at))];
  return touched.length <= LINK.editedSymbols ? touched : [];
}

function named(outline: readonly OutlinedSymbol[], mentions: Mentions): OutlinedSymbol[] {
  const found = outline.filter((outlinedSymbol) => {
    const name = lastPart(outlinedSymbol.symbol);
    if (mentions.names.has(outlinedSymbol.symbol) || mentions.names.has(name)) return true;
    return mentions.capitalised.has(name) && TYPES.has(outlinedSymbol.kind);
  });
  const counts = new Map<string, number>();
  for (const { symbol } of found) {
    const name = lastPart(symbol);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return found.filter(({ symbol }) => {
    const isQualified = mentions.names.has(symbol) && symbol.includes(".");
    return isQualified || (counts.get(lastPart(symbol)) ?? 0) <= LINK.namesakes;
  });
}

const TYPES: ReadonlySet<string> = new Set(["class", "interface", "type_alias", "enum"]);

/** Removes containers: in `Context.json` the method is meant, and the class only gives its location. */
function withoutContainers(symbols: readonly OutlinedSymbol[]): OutlinedSymbol[] {
  return symbols.filter(
    (outer) =>
      !symbols.some(
        (inner) =>
          inner !== outer &&
          inner.symbol.startsWith(`${outer.symbol}.`) &&
          outer.startLine <= inner.startLine &&
          inner.endLine <= outer.endLine,
      ),
  );
}

function symbolAnchor(
  file: Anchor,
  text: string,
  symbol: OutlinedSymbol,
  outline: readonly OutlinedSymbol[],
): Anchor | null {
  const key = keyOf(symbol, outline);
  return partAnchor(file, text, key, symbol.startLine, symbol.endLine, lastPart(symbol.symbol));
}

function windowAnchor(file: Anchor, text: string, line: number): Anchor | null {
  const around = LINK.windowLines;
  const last = text.replace(/\n$/, "").split("\n").length;
  if (line > last) return null;
  const [from, to] = [Math.max(1, line - around), Math.min(last, line + around)];
  return partAnchor(file, text, `L${line}`, from, to, null);
}

function partAnchor(
  file: Anchor,
  text: string,
  symbol: string,
  startLine: number,
  endLine: number,
  name: string | null,
): Anchor | null {
  const mark = markOf(text, startLine, endLine, name, file.path);
  if (mark === null) return null;
  const copies = occurrencesOf(text, mark, file.path).lines.length;
  const { extent, head, hash } = mark;
  return { ...file, symbol, startLine, endLine, contentHash: hash, extent, head, copies };
}

/** Returns what distinguishes a symbol from the others of its file. */
function keyOf(
  { symbol, kind, ordinal }: OutlinedSymbol,
  outline: readonly OutlinedSymbol[],
): string {
  const isShared = outline.some((other) => other.symbol === symbol && other.kind !== kind);
  return `${symbol}${isShared ? `@${kind}` : ""}${ordinal > 0 ? `#${ordinal + 1}` : ""}`;
}

/** Returns the lines where the file still contains the edit: the whole of it, or its first significant line. */
function lineOfEdit(text: string, { after }: SessionEdit): number[] {
  const whole = after.trim();
  const firstLongLine = whole.split("\n").find((line) => line.trim().length >= 8) ?? "";
  for (const wanted of [whole, firstLongLine.trim()]) {
    const at = wanted.length < 8 ? -1 : text.indexOf(wanted);
    if (at >= 0 && text.indexOf(wanted, at + 1) < 0) return [text.slice(0, at).split("\n").length];
  }
  return [];
}

/** For memories without files: returns names that exactly one file of the project defines. */
async function namedInProject(
  memory: Memory,
  place: LinkPlace,
  mentions: Mentions,
  reader: CodeReader,
): Promise<Anchor[]> {
  const found: Anchor[] = [];
  const names = [...mentions.names].filter((name) => lastPart(name).length >= 4);
  for (const name of names) {
    if (found.length >= LINK.symbolsPerFile) break;
    const [path, ...others] = await reader.filesDefining(lastPart(name));
    const text = path === undefined || others.length > 0 ? null : readText(place.root, path);
    if (path === undefined || text === null) continue;
    const outline = (await reader.outline(path)).filter(({ kind }) => kind !== "module");
    const own = outline.filter(({ symbol }) => symbol === name || lastPart(symbol) === name);
    if (own.length === 0 || own.length > LINK.namesakes) continue;
    const file = wholeFile(memory.id, path, contentHash(text), place.commit);
    found.push(...own.flatMap((symbol) => symbolAnchor(file, text, symbol, outline) ?? []));
  }
  return [...new Map(found.map((anchor) => [`${anchor.path} ${anchor.symbol}`, anchor])).values()];
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

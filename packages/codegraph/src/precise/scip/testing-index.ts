/** SCIP indexes for tests, written as an indexer writes them. */
import { BinaryWriter } from "@bufbuild/protobuf/wire";

export interface TestOccurrence {
  /** Start line, start column, end column, from 0. */
  readonly at: readonly [number, number, number];
  readonly symbol: string;
  readonly isDefinition?: boolean;
  /** First and last line of a definition, from 0, both inclusive. */
  readonly lines?: readonly [number, number];
}

interface TestSymbol {
  readonly symbol: string;
  readonly kind?: number;
  readonly name?: string;
  /** Symbols that this symbol implements. */
  readonly above?: readonly string[];
}

export interface TestDocument {
  readonly path: string;
  readonly language?: string;
  readonly text?: string;
  readonly encoding?: number;
  /** Write ranges as the newer messages instead of packed numbers. */
  readonly isTyped?: boolean;
  readonly occurrences: readonly TestOccurrence[];
  readonly symbols?: readonly TestSymbol[];
}

export interface TestIndex {
  readonly version?: number;
  readonly projectRoot?: string;
  readonly documents: readonly TestDocument[];
}

type Write = (to: BinaryWriter) => void;

function message(to: BinaryWriter, field: number, write: Write): void {
  to.tag(field, 2).fork();
  write(to);
  to.join();
}

function numbers(to: BinaryWriter, field: number, values: readonly number[]): void {
  message(to, field, () => {
    for (const value of values) to.int32(value);
  });
}

export function scipIndex({ version = 0, projectRoot = "", documents }: TestIndex): Uint8Array {
  const to = new BinaryWriter();
  message(to, 1, () => {
    if (version !== 0) to.tag(1, 0).int32(version);
    message(to, 2, () => to.tag(1, 2).string("test-indexer").tag(2, 2).string("1.0"));
    if (projectRoot !== "") to.tag(3, 2).string(projectRoot);
  });
  for (const document of documents) message(to, 2, () => writeDocument(to, document));
  // An index's information on external symbols is ignored.
  message(to, 3, () => to.tag(1, 2).string("scheme npm other 1 x/"));
  return to.finish();
}

function writeDocument(to: BinaryWriter, document: TestDocument): void {
  const { path, language = "", text = "", encoding = 2, isTyped = false } = document;
  to.tag(1, 2).string(path);
  for (const occurrence of document.occurrences)
    message(to, 2, () => writeOccurrence(to, occurrence, isTyped));
  for (const symbol of document.symbols ?? []) message(to, 3, () => writeSymbol(to, symbol));
  to.tag(4, 2).string(language);
  if (text !== "") to.tag(5, 2).string(text);
  to.tag(6, 0).int32(encoding);
}

function writeOccurrence(to: BinaryWriter, testOccurrence: TestOccurrence, isTyped: boolean): void {
  const { at, symbol, isDefinition = false, lines } = testOccurrence;
  if (isTyped) {
    message(to, 8, () => {
      at.forEach((value, index) => {
        to.tag(index + 1, 0).int32(value);
      });
    });
  } else numbers(to, 1, at);
  to.tag(2, 2).string(symbol);
  if (isDefinition) to.tag(3, 0).int32(1);
  if (lines !== undefined) numbers(to, 7, [lines[0], 0, lines[1], 1]);
}

function writeSymbol(
  to: BinaryWriter,
  { symbol, kind = 0, name = "", above = [] }: TestSymbol,
): void {
  to.tag(1, 2).string(symbol);
  for (const item of above) {
    message(to, 4, () => to.tag(1, 2).string(item).tag(3, 0).bool(true));
  }
  if (kind !== 0) to.tag(5, 0).int32(kind);
  if (name !== "") to.tag(6, 2).string(name);
}

/** Returns the position of the `nth` (from 0) occurrence of a word in a text. Throws if it does not occur. */
export function placeOf(text: string, word: string, nth = 0): [number, number, number] {
  let at = -1;
  for (let time = 0; time <= nth; time++) {
    at = text.indexOf(word, at + 1);
    if (at < 0) throw new Error(`no ${word} there`);
  }
  const line = text.slice(0, at).split("\n").length - 1;
  const column = at - (text.lastIndexOf("\n", at - 1) + 1);
  return [line, column, column + word.length];
}

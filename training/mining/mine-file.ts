/** Selects the files of a source and their readers: a few sources are data sets with special formats. */
import { seededRandom } from "../random.ts";
import { isCode, mineCode } from "./code.ts";
import { mineDocument } from "./documents.ts";
import {
  csvRows,
  mineEvents,
  mineFiction,
  mineIntents,
  minePersonas,
  mineTaskmaster,
  mineTldr,
  nluRows,
} from "./general.ts";
import type { Blob } from "./git.ts";
import type { Pair } from "./pair.ts";
import { MINING } from "./tuning.ts";

interface Reader {
  /** In `owner/name`. */
  readonly source: RegExp;
  readonly path: RegExp;
  readonly read: (text: string, source: string) => Iterable<Pair>;
  /** True when the source contains data, whose files may have any size and extension. */
  readonly isData: boolean;
}

const READERS: readonly Reader[] = [
  { source: /^standardebooks\//u, path: /\.xhtml$/u, read: mineFiction, isData: true },
  { source: /\/Synthetic-Persona-Chat$/u, path: /\.csv$/u, read: minePersonas, isData: true },
  { source: /\/Taskmaster$/u, path: /\/data.*\.json$/u, read: mineTaskmaster, isData: true },
  {
    source: /\/NLU-Evaluation-Data$/u,
    path: /KFold_1\/trainset\//u,
    read: (text, source) => mineIntents(nluRows(text), source),
    isData: true,
  },
  {
    source: /\/task-specific-datasets$/u,
    path: /^banking_data\/.*\.csv$/u,
    read: (text, source) => mineIntents(bankingRows(text), source),
    isData: true,
  },
  { source: /\/comet-atomic-2020$/u, path: /test\.tsv$/u, read: mineEvents, isData: true },
  { source: /^tldr-pages\/tldr$/u, path: /^pages\/.*\.md$/u, read: mineTldr, isData: false },
];

/** Reads Banking77: utterance and intent. */
function bankingRows(csv: string): (readonly [string, string])[] {
  return csvRows(csv)
    .slice(1)
    .map(([utterance = "", intent = ""]) => [utterance, intent] as const);
}

const DOCUMENT = /\.(?:md|mdx|markdown|rst|adoc|asciidoc|txt)$/iu;
const SKIPPED =
  /(?:^|\/)(?:node_modules|vendor|third[_-]party|external|dist|build|fixtures?|__snapshots__|testdata|i18n|locales?|translations?|po|changelogs?)\/|(?:^|\/)(?:CHANGELOG|CHANGES|HISTORY|NEWS|LICEN[CS]E|COPYING|NOTICE)|\.min\.|(?:^|\/)(?:zh|ja|ko|fr|de|es|ru|pt|it|tr|pl|vi|id|uk|ar|fa|hi|bn)(?:[-_][A-Za-z]+)?\//iu;

/** Returns the pairs of one file in its order; none for an unusable file. Throws the errors of JSON.parse. */
export function mineFile(path: string, text: string, source: string): Iterable<Pair> {
  const reader = READERS.find((item) => item.source.test(source));
  if (reader !== undefined) return reader.path.test(path) ? reader.read(text, source) : [];
  if (DOCUMENT.test(path)) return mineDocument(text, source);
  return isCode(path) ? mineCode(path, text, source) : [];
}

/** Returns the files to read, documentation before code, each group in a random but reproducible order. */
export function chosenFiles(
  files: readonly Blob[],
  source: string,
  exclude: readonly string[],
): Blob[] {
  const isData = READERS.some((reader) => reader.isData && reader.source.test(source));
  const isUseful = ({ path, bytes }: Blob) =>
    bytes <= MINING.fileBytes && !SKIPPED.test(path) && (DOCUMENT.test(path) || isCode(path));
  const random = seededRandom(11);
  return files
    .filter((file) => isData || isUseful(file))
    .filter(({ path }) => !exclude.some((prefix) => path.startsWith(prefix)))
    .map((file) => ({ file, key: random() - (DOCUMENT.test(file.path) ? 1 : 0) }))
    .sort((a, b) => a.key - b.key)
    .slice(0, MINING.files)
    .map(({ file }) => file);
}

/**
 * Asks SQLite which characters its unicode61 tokeniser treats as letters and how it folds them, so that the words index
 * splits text like the full-text index, whatever Unicode version the JavaScript engine has.
 *
 * node tools/fold-table.mjs fails if the table is stale node tools/fold-table.mjs --write rebuilds it (a minute)
 */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const target = join(root, "packages/memory/src/search/indexes/words/fold-table.ts");
const LAST = 0x10ffff;
const CHUNK = 0x4000;

const SCHEMA = `CREATE VIRTUAL TABLE t USING fts5(alone, inside, tokenize = 'unicode61 remove_diacritics 2');
  CREATE VIRTUAL TABLE v USING fts5vocab(t, 'instance')`;
const TOKENS = "SELECT CAST(term AS BLOB) AS term, doc, col FROM v ORDER BY doc, col, offset";

/**
 * Returns for every character above ASCII its form in a word, "" for a mark that is left out; other characters split words.
 */
function foldings() {
  const db = new DatabaseSync(":memory:");
  db.exec(SCHEMA);
  const insert = db.prepare("INSERT INTO t (rowid, alone, inside) VALUES (?, ?, ?)");
  const [letters, marks] = [new Map(), []];
  for (let from = 0x80; from <= LAST; from += CHUNK) {
    db.exec("DELETE FROM t; BEGIN");
    for (let code = from; code < Math.min(from + CHUNK, LAST + 1); code++) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const char = String.fromCodePoint(code);
      insert.run(code, char, `a${char}b`);
    }
    db.exec("COMMIT");
    for (const { term, doc, col } of db.prepare(TOKENS).all()) {
      const text = Buffer.from(term).toString();
      if (col === "alone") letters.set(doc, text.codePointAt(0));
      else if (text === "ab") marks.push(doc);
    }
  }
  db.close();
  return { letters, marks };
}

/** Returns the differences to the previous number, base 36. */
function packed(numbers) {
  let last = 0;
  return numbers
    .map((number) => {
      const step = number - last;
      last = number;
      return step.toString(36);
    })
    .join(" ");
}

function ranges(codes) {
  const found = [];
  for (const code of codes) {
    const last = found.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else found.push([code, code]);
  }
  return found;
}

/** Groups neighbours, or every second character, that move by the same distance: from, to, step, distance. */
function runs(folded) {
  const found = [];
  for (const [code, to] of folded) {
    const distance = to - code;
    const last = found.at(-1);
    const gap = last === undefined ? 0 : code - last.to;
    const fits = gap > 0 && gap <= 2 && (last.step === 0 || last.step === gap);
    if (fits && last.distance === distance) Object.assign(last, { to: code, step: gap });
    else found.push({ from: code, to: code, step: 0, distance });
  }
  return found;
}

const { letters, marks } = foldings();
const folded = [...letters].filter(([code, to]) => code !== to);
const found = runs(folded);
const text = `/**
 * What unicode61 takes for letters, what marks it leaves out of words, and how it folds, as SQLite told it.
 * Made by \`node tools/fold-table.mjs --write\`; never edited. Numbers are differences to the one before, base 36.
 */

/** First and last of each range. */
export const LETTERS =
  "${packed(ranges([...letters.keys()]).flat())}";
export const MARKS = "${packed(ranges(marks).flat())}";
/** Of each run the first and the last character, then beside them step and distance. */
export const FOLDED =
  "${packed(found.flatMap(({ from, to }) => [from, to]))}";
export const FOLDED_BY =
  "${found.map(({ step, distance }) => `${step || 1} ${distance.toString(36)}`).join(" ")}";
`;
if (process.argv.includes("--write")) writeFileSync(target, text);
else if (readFileSync(target, "utf8") !== text) {
  console.error("fold-table.ts is stale: node tools/fold-table.mjs --write");
  process.exitCode = 1;
}

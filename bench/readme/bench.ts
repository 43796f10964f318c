/**
 * Checks that `docs/measured.md` states the measured figures. Each row of its table is in `rows.json`: the text, with a name
 * in braces for each figure, and for each name the result file and the path in it. Prints every figure with its source. Fails
 * when the document differs, when a row has no source, when a figure is written out, and when results are not committed.
 * `--write` updates the rows of the document.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Setup } from "../arguments.ts";
import { type Figure, readFigure } from "./read-figure.ts";

interface Row {
  /** Text of the question; run conditions of the bench may appear as digits. */
  readonly question: string;
  readonly command: string;
  readonly result: string;
  /** Figures by the names in `question` and `result`. */
  readonly figures: Readonly<Record<string, Figure>>;
}

const DOCUMENT = "docs/measured.md";
const HEAD = ["| question | command | result |", "| --- | --- | --- |"];
/** Matches digits that are not part of a name such as BM25. */
const DIGITS = /(?<![\p{L}\d@-])\d/u;

export async function run({ root, args, say }: Setup) {
  const rows = JSON.parse(readFileSync(join(root, "bench/readme/rows.json"), "utf8")) as Row[];
  const figures = rows.flatMap((row) => figuresOf(root, row));
  for (const { figure, text, measured } of figures)
    say(`${text.padStart(8)}  ${figure.file} ${figure.path}  ${measured}`);
  const wanted = rows.map((row) => rendered(root, row));
  if (args.includes("--write")) writeRows(root, wanted);
  const problems = [
    ...rows.flatMap(({ result }) =>
      DIGITS.test(result.replace(/\{\w+\}/g, "")) ? [`a figure without a source: ${result}`] : [],
    ),
    ...difference(rowsIn(readFileSync(join(root, DOCUMENT), "utf8")), wanted),
    ...uncommitted(root),
  ];
  for (const problem of problems) say(problem);
  if (problems.length > 0) process.exitCode = 1;
  return {
    question: "does docs/measured.md say what was measured?",
    figures: figures.length,
    problems,
  };
}

function figuresOf(root: string, { figures }: Row) {
  return Object.values(figures).map((figure) => {
    const document = documentAt(root, figure);
    const at = `${document["at"]} at ${document["commit"]}`;
    return { figure, text: readFigure(document, figure), measured: at };
  });
}

function documentAt(root: string, { file }: Figure): Record<string, unknown> {
  return JSON.parse(readFileSync(join(root, "bench", file), "utf8")) as Record<string, unknown>;
}

function rendered(root: string, { question, command, result, figures }: Row): string {
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_whole, name: string) => {
      const figure = figures[name];
      if (figure === undefined) throw new Error(`no figure ${name} in rows.json: ${text}`);
      return readFigure(documentAt(root, figure), figure);
    });
  return `| ${fill(question)} | ${command} | ${fill(result)} |`;
}

/** Returns the rows without the padding that aligns the columns. */
function rowsIn(text: string): string[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(HEAD.length)
    .map((line) => line.replace(/ +\|/g, " |").trim());
}

function difference(found: readonly string[], wanted: readonly string[]): string[] {
  return [
    ...wanted.filter((row) => !found.includes(row)).map((row) => `${DOCUMENT} lacks: ${row}`),
    ...found.filter((row) => !wanted.includes(row)).map((row) => `no source for: ${row}`),
  ];
}

function writeRows(root: string, rows: readonly string[]): void {
  const path = join(root, DOCUMENT);
  const text = readFileSync(path, "utf8");
  const table = text.slice(text.indexOf("|"), text.lastIndexOf("|") + 1);
  writeFileSync(
    path,
    text.replace(table, () => [...HEAD, ...rows].join("\n")),
  );
}

function uncommitted(root: string): string[] {
  const args = ["status", "--porcelain", "--", DOCUMENT, "bench"];
  const { stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return stdout
    .split("\n")
    .flatMap((line) => (line === "" ? [] : [`not committed: ${line.trim()}`]));
}

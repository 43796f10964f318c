/**
 * Measures how much of real rule files becomes memories, with which type and files, and whether each memory is a single rule.
 * `--data DIR` or ../shared/data; `--draw` prints the sample that PROTOCOL.md describes, `--left` the text that was left out,
 * `--seed N` another sample. Verdicts are in labels.jsonl, by a hash of the text.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { asRuleFile } from "../../packages/memory/src/capture/rule-files/find-rule-files.ts";
import { parseRules } from "../../packages/memory/src/exchange/rules/parse-rules.ts";
import { noiseReason } from "../../packages/memory/src/learn/promote/noise.ts";
import { option, type Setup } from "../arguments.ts";

interface Listed {
  readonly file: string;
  readonly repo: string;
  readonly path: string;
  readonly kind: string;
  readonly symlink_to: string | null;
}

/** A rule or a text that was left out. */
interface Drawn {
  readonly file: string;
  readonly line: number;
  readonly kind: string;
  readonly text: string;
  readonly appliesTo: readonly string[];
}

interface Label {
  readonly file: string;
  readonly line: number;
  readonly sha: string;
  readonly of: "rule" | "left";
  readonly rule: boolean;
  readonly type?: boolean;
  readonly scope?: boolean;
}

const SAMPLE = 60;
const SEED = 78;

export async function run({ root, args, say }: Setup) {
  const data = join(option(args, "--data") ?? join(root, "..", "shared", "data"), "rules");
  if (!existsSync(join(data, "index.jsonl.gz"))) {
    say(`SKIPPED: no rule files under ${data}; give --data DIR`);
    return { question: "rules of real rule files", skipped: "no data", rows: [] };
  }
  const { rules, left, rows, ms } = readCorpus(data);
  const seed = Number(option(args, "--seed") ?? SEED);
  const drawn = draw(args.includes("--left") ? left : rules, seed);
  if (args.includes("--draw")) for (const item of drawn) say(asText(item));
  const labels = readLabels(join(root, "bench", "rule-files", "labels.jsonl"));
  const judged = {
    rules: score(draw(rules, SEED), labels, "rule"),
    left: score(draw(left, SEED), labels, "left"),
  };
  const refused = rules.filter(({ text }) => noiseReason(text) !== null).length;
  const result = {
    files: rows.reduce((sum, row) => sum + row.files, 0),
    rules: rules.length,
    refusedByTheNoiseGate: refused,
    types: counted(rules.map(({ kind }) => kind)),
    left: counted(left.map(({ kind }) => kind)),
    scoped: rules.filter(({ appliesTo }) => appliesTo.length > 0).length,
    msPerFile: Number(
      (
        ms /
        Math.max(
          1,
          rows.reduce((sum, row) => sum + row.files, 0),
        )
      ).toFixed(2),
    ),
    judged,
  };
  say(
    `${result.files} files, ${result.rules} rules (${refused} refused as noise), ${left.length} lines or blocks left out`,
  );
  say(`types ${JSON.stringify(result.types)}`);
  say(`left out ${JSON.stringify(result.left)}`);
  say(`read by hand: ${JSON.stringify(judged)}`);
  return { question: "rules of real rule files", total: result, rows };
}

function readCorpus(data: string) {
  const folder = mkdtempSync(join(tmpdir(), "tacit-bench-"));
  try {
    const ran = spawnSync("tar", ["xzf", join(data, "files.tar.gz"), "-C", folder]);
    if (ran.status !== 0) throw new Error(`tar: ${ran.stderr}`);
    const index = gunzipSync(readFileSync(join(data, "index.jsonl.gz"))).toString("utf8");
    const listed = index
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Listed);
    const rules: Drawn[] = [];
    const left: Drawn[] = [];
    const byKind = new Map<
      string,
      { files: number; rules: number; left: number; unknown: number }
    >();
    let ms = 0;
    // A link duplicates its target, which is in the list as well.
    for (const item of listed.filter(({ symlink_to }) => !symlink_to)) {
      const text = readFileSync(join(folder, "files", item.file), "utf8");
      const found = asRuleFile(item.path);
      const startedAt = performance.now();
      const parsed = parseRules(item.path, text, found?.folder ?? "");
      ms += performance.now() - startedAt;
      const row = byKind.get(item.kind) ?? { files: 0, rules: 0, left: 0, unknown: 0 };
      row.files++;
      row.rules += parsed.rules.length;
      row.left += parsed.left.length;
      if (found === null) row.unknown++;
      byKind.set(item.kind, row);
      rules.push(
        ...parsed.rules.map(({ line, type, content, appliesTo }) => ({
          file: item.file,
          line,
          kind: type,
          text: content,
          appliesTo,
        })),
      );
      left.push(
        ...parsed.left.map(({ line, reason, text: content }) => ({
          file: item.file,
          line,
          kind: reason,
          text: content,
          appliesTo: [],
        })),
      );
    }
    const rows = [...byKind].map(([kind, row]) => ({ kind, ...row }));
    return { rules, left, rows, ms };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Draws a sample; the same corpus, parser and seed give the same sample. */
function draw(all: readonly Drawn[], seed: number): Drawn[] {
  const order = (drawn: Drawn) => hashOf(`${seed} ${drawn.file} ${drawn.line} ${drawn.text}`);
  return [...all].sort((a, b) => (order(a) < order(b) ? -1 : 1)).slice(0, SAMPLE);
}

function score(drawn: readonly Drawn[], labels: ReadonlyMap<string, Label>, of: Label["of"]) {
  const found = drawn.flatMap((item) => labels.get(`${of} ${hashOf(item.text)}`) ?? []);
  const count = (is: (label: Label) => boolean) => found.filter(is).length;
  const read = found.length;
  if (of === "left") return { drawn: drawn.length, read, missed: count(({ rule }) => rule) };
  return {
    drawn: drawn.length,
    read,
    rule: count(({ rule }) => rule),
    type: count(({ type }) => type === true),
    scope: count(({ scope }) => scope === true),
    right: count(({ rule, type, scope }) => rule && type === true && scope === true),
  };
}

function readLabels(path: string): ReadonlyMap<string, Label> {
  if (!existsSync(path)) return new Map();
  const lines = readFileSync(path, "utf8").trim().split("\n");
  const labels = lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Label);
  return new Map(labels.map((label) => [`${label.of} ${label.sha}`, label]));
}

function counted(names: readonly string[]): Record<string, number> {
  const groups = [...Map.groupBy(names, (name) => name)].map(
    ([name, all]) => [name, all.length] as const,
  );
  return Object.fromEntries(groups.sort(([, a], [, b]) => b - a));
}

function asText(drawn: Drawn): string {
  const scope = drawn.appliesTo.length === 0 ? "" : ` [${drawn.appliesTo.join(", ")}]`;
  return `${hashOf(drawn.text)} ${drawn.kind} ${drawn.file}:${drawn.line}${scope}\n    ${drawn.text.replaceAll("\n", "\n    ")}`;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

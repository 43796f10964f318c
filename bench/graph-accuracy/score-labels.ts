/** Runs the linker over the labelled repositories and judges its answers. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Answer, type Label, ratesOf, readLabels, verdictOf } from "./label-score.ts";
import { type LinkedRepository, linkRepository } from "./linked.ts";

export interface Judged {
  readonly label: Label;
  readonly answer: Answer;
}

/** Returns rows by language and half. A repository that is missing or at another commit is skipped with a message. */
export async function scoreLabels(
  labelFolder: string,
  repositories: string,
  say: (line: string) => void,
  withMisses: boolean,
) {
  const rows = [];
  for (const [language, labels] of readLabels(labelFolder)) {
    const judged = await judgedOf(labels, repositories, say);
    for (const split of ["dev", "test"] as const) {
      const half = judged.filter(({ label }) => label.split === split);
      if (half.length === 0) continue;
      const row = {
        language,
        split,
        ...ratesOf(half, false),
        withNamesAlone: ratesOf(half, true),
      };
      rows.push(row);
      say(JSON.stringify(row));
    }
    // Misses of the test half must not be inspected.
    if (withMisses) sayMisses(judged, say);
  }
  return rows;
}

async function judgedOf(
  labels: readonly Label[],
  repositories: string,
  say: (line: string) => void,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const name of new Set(labels.map(({ repository }) => repository))) {
    const own = labels.filter(({ repository }) => repository === name);
    const folder = join(repositories, name);
    const at = existsSync(folder) ? commitOf(folder) : "";
    if (at !== own[0]?.commit) {
      say(`SKIPPED: ${name} is not at ${own[0]?.commit}`);
      continue;
    }
    const linked = await linkRepository(folder);
    for (const label of own) judged.push({ label, answer: answerTo(label, linked) });
  }
  return judged;
}

function commitOf(folder: string): string {
  return spawnSync("git", ["-C", folder, "rev-parse", "HEAD"], { encoding: "utf8" }).stdout.trim();
}

function answerTo(label: Label, { paths, facts, linker }: LinkedRepository): Answer {
  const file = paths.indexOf(label.path);
  const sites = file < 0 ? [] : linker.sitesOf(file);
  const site = sites.find(
    ({ call }) =>
      call.kind !== "reference" && call.line === label.line && call.column === label.column,
  );
  if (site?.to === undefined) return { answer: undefined, tier: undefined };
  const path = paths[site.to.file] ?? "";
  const line = facts.get(path)?.definitions[site.to.definition]?.nameLine;
  return { answer: `${path}:${line}`, tier: site.tier };
}

function sayMisses(judged: readonly Judged[], say: (line: string) => void): void {
  for (const { label, answer } of judged) {
    if (label.split !== "dev") continue;
    const verdict = verdictOf(label, answer, false);
    if (verdict === "right" || verdict === "silent") continue;
    const { repository, path, line, callee, target } = label;
    say(`${verdict} ${repository}/${path}:${line} ${callee} is ${target}, said ${answer.answer}`);
  }
}

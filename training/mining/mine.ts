/**
 * Mines the listed repositories and dictionaries for pairs of texts, one file per source.
 *
 * Usage: `node --conditions=source training/mining/mine.ts --sources sources.json --mirror DIR --out DIR [--wordnet DIR]
 * [--moby FILE] [--vectors FILE] [--written DIR] [--excluded FILE]... [--only owner/name]`
 *
 * `--mirror` contains a git directory for each repository, at DIR/owner+name/repo or DIR/owner/name. A source whose output
 * file exists is skipped, so that an interrupted run continues where it stopped. Nothing of the output is published.
 * Unreadable files are named on stderr; a repository that cannot be read at all leaves no file, and the exit status is 1.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fileNameOf, type MinedSource, mirrorOf, readSources } from "../mirrors.ts";
import { seededRandom } from "../random.ts";
import { mineCommits, mineDiffs } from "./commits.ts";
import { mineMoby, mineWordNet, readMoby, readWordNet } from "./dictionary.ts";
import { listFiles, readFiles } from "./git.ts";
import { chosenFiles, mineFile } from "./mine-file.ts";
import type { Pair } from "./pair.ts";
import { Reservoir } from "./reservoir.ts";
import { paraphrases, readStandIns, type StandIns } from "./stand-ins.ts";
import { MINING } from "./tuning.ts";
import { mineWritten, nearTo, readWritten } from "./written.ts";

const { values } = parseArgs({
  options: {
    sources: { type: "string", default: "training/sources.json" },
    mirror: { type: "string", default: "mirror" },
    out: { type: "string", default: "pairs" },
    only: { type: "string" },
    wordnet: { type: "string" },
    moby: { type: "string" },
    vectors: { type: "string" },
    written: { type: "string" },
    excluded: { type: "string", multiple: true, default: [] },
  },
});

const say = (line: string) => process.stderr.write(`${line}\n`);

function mineDictionaries(): StandIns {
  const { wordnet, moby, vectors } = values;
  if (wordnet === undefined || moby === undefined || vectors === undefined) return new Map();
  const synsets = readWordNet(wordnet);
  const lists = readMoby(moby);
  save("wordnet", mineWordNet(synsets));
  save("moby", mineMoby(lists, seededRandom(5)));
  const standIns = readStandIns(synsets, lists, vectors);
  say(`${synsets.size} synsets, ${standIns.size} words with stand-ins`);
  return standIns;
}

/** Mines the written pairs, without those that an evaluation set contains (`--excluded`, paraphrase sets of bench/encoder). */
function mineWrittenOnes(): void {
  if (values.written === undefined) return;
  const written = readWritten(values.written);
  const excluded = values.excluded.flatMap((path) =>
    textsOf(JSON.parse(readFileSync(path, "utf8"))),
  );
  const isNear = nearTo(excluded);
  let left = 0;
  const isEvaluated = (text: string) => {
    const isLeft = isNear(text);
    left += Number(isLeft);
    return isLeft;
  };
  save("written", mineWritten(written, isEvaluated));
  const { words, notes, turns, code } = written;
  say(
    `written: ${words.length} words, ${notes.length} notes, ${turns.length} messages, ${code.length} places; ${left} texts left out, evaluation sets have nearly the same`,
  );
}

function textsOf(json: unknown): string[] {
  if (typeof json === "string") return [json];
  return json !== null && typeof json === "object" ? Object.values(json).flatMap(textsOf) : [];
}

/** Returns false when the repository could not be read. */
async function mineSource(
  source: MinedSource,
  standIns: StandIns,
  place: string,
): Promise<boolean> {
  const folder = mirrorOf(values.mirror, source.repo);
  if (folder === undefined || existsSync(pathOf(source.repo))) return true;
  const startedAt = Date.now();
  const found = new Reservoir(MINING.pairsOfAKind);
  try {
    await addFiles(found, source, folder);
  } catch (error) {
    say(`${place} ${source.repo}: left out, ${messageOf(error)}`);
    return false;
  }
  // A mirror may lack a large blob that an old commit changed; the commits before it are valid.
  await addAll(found, mineCommits(folder, source.repo), source.repo);
  await addAll(found, mineDiffs(folder, source.repo), source.repo);
  for (const pair of paraphrases(found.pairs(), source.repo, standIns)) found.add(pair);
  save(source.repo, found.pairs());
  const counts = found.counts().map(([kind, count]) => `${kind} ${count}`);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  say(`${place} ${source.repo} ${seconds} s: ${counts.join(", ")}`);
  return true;
}

async function addFiles(found: Reservoir, source: MinedSource, folder: string): Promise<void> {
  const files = chosenFiles(await listFiles(folder), source.repo, source.exclude ?? []);
  for await (const { path, text } of readFiles(folder, files)) {
    try {
      for (const pair of mineFile(path, text, source.repo)) found.add(pair);
    } catch (error) {
      say(`${source.repo} ${path}: ${messageOf(error)}`);
    }
  }
}

async function addAll(found: Reservoir, pairs: AsyncIterable<Pair>, source: string): Promise<void> {
  try {
    for await (const pair of pairs) found.add(pair);
  } catch (error) {
    say(`${source}: stopped early, ${messageOf(error)}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function pathOf(name: string): string {
  return join(values.out, `${fileNameOf(name)}.jsonl`);
}

function save(name: string, pairs: Iterable<Pair>): void {
  const path = pathOf(name);
  writeFileSync(`${path}.part`, [...pairs].map((pair) => `${JSON.stringify(pair)}\n`).join(""));
  renameSync(`${path}.part`, path);
}

mkdirSync(values.out, { recursive: true });
const standIns = mineDictionaries();
mineWrittenOnes();
const sources = readSources(values.sources);
let isComplete = true;
for (const [i, source] of sources.entries()) {
  if (source.split !== "train") continue;
  if (values.only !== undefined && source.repo !== values.only) continue;
  const isRead = await mineSource(source, standIns, `${i + 1}/${sources.length}`);
  isComplete &&= isRead;
}
if (!isComplete) process.exitCode = 1;

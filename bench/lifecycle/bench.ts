/**
 * Tests whether long lives of memories go wrong. Applies random sequences of what people, agents and time do to memories,
 * each to a separate store and to a plain model of the documented rules. After every operation both must contain, list,
 * recall and export the same.
 */
import { runSequences } from "../../packages/memory/src/testing/lifecycle/sequences.ts";
import { option } from "../arguments.ts";
import { round } from "../statistics.ts";

const RUNS = 1000;
const LONGEST = 40;
const EVERY = 250;

interface Context {
  readonly args: readonly string[];
  readonly say: (line: string) => void;
}

/**
 * Options: `--runs N`: number of sequences. `--seed N`: repeats a run. `--longest N`: maximum operations of a sequence.
 * `--encoder`: searches by meaning too.
 */
export async function run({ args, say }: Context) {
  const fixture = (name: string) => {
    const text = option(args, name);
    return text === undefined ? undefined : Number(text);
  };
  const [runs, longest] = [fixture("--runs") ?? RUNS, fixture("--longest") ?? LONGEST];
  const hasEncoder = args.includes("--encoder");
  const startedMs = performance.now();
  const onSequence = (done: number) => {
    if (done % EVERY === 0) say(`${done} of ${runs}, ${secondsSince(startedMs)} s`);
  };
  const outcome = await runSequences({
    ...{ runs, longest, hasEncoder, onSequence },
    seed: fixture("--seed"),
  });
  const total = Object.values(outcome.operations).reduce((sum, count) => sum + count, 0);
  say(outcome.difference ?? `${outcome.sequences} sequences, ${total} operations: no difference`);
  return {
    question: "do long lives of memories go wrong?",
    ...{ longest, hasEncoder, total, seconds: secondsSince(startedMs) },
    ...outcome,
  };
}

function secondsSince(startedMs: number): number {
  return round((performance.now() - startedMs) / 1000, 1);
}

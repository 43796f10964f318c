/**
 * Measures recall for questions that share no word with the memory that answers them: does the prompt's block show or point
 * to that memory? Reports also the tokens of the block for questions about another set of memories. Sets: bench/encoder.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTacit } from "@tacit-memory/memory";
import { round } from "../statistics.ts";

type Half = "dev" | "test";
type Paraphrased = readonly [memory: string, questions: readonly string[]];

function setOf(half: Half): readonly Paraphrased[] {
  const path = join(import.meta.dirname, "..", "encoder", `paraphrase-${half}.json`);
  return JSON.parse(readFileSync(path, "utf8")) as Paraphrased[];
}

/** Shares in [0, 1]; tokens per question. */
export async function playParaphrases(half: Half) {
  const own = setOf(half);
  const others = setOf(half === "dev" ? "test" : "dev");
  const base = mkdtempSync(join(tmpdir(), "tacit-bench-"));
  const cwd = join(base, "project");
  mkdirSync(cwd);
  const tacit = await openTacit({ home: join(base, "home"), cwd });
  try {
    const lines = async function* () {
      for (const [i, [content]] of own.entries())
        yield JSON.stringify({ externalId: `p${i}`, content, type: "fact" });
    };
    await tacit.exchange.importLines(lines(), { isVerbatim: true });
    const stored = await tacit.memories.list({ limit: own.length });
    const externalOf = new Map<string, string | null>(
      stored.map(({ id, externalId }) => [id, externalId]),
    );
    let questionCount = 0;
    const blockFor = (question: string) =>
      tacit.brief.promptBlock({ session: `q${questionCount++}`, point: "prompt" }, question);
    let [shown, inFull, tokensElsewhere] = [0, 0, 0];
    for (const [i, [, questions]] of own.entries()) {
      for (const question of questions) {
        const block = await blockFor(question);
        const hit = block.shown.find(({ id }) => externalOf.get(id) === `p${i}`);
        shown += Number(hit !== undefined);
        inFull += Number(hit?.pointedAs === null);
      }
    }
    const questions = questionCount;
    const elsewhere = others.flatMap(([, some]) => some);
    for (const question of elsewhere) tokensElsewhere += (await blockFor(question)).tokens;
    return {
      half,
      memories: own.length,
      questions,
      shownOrPointed: round(shown / questions, 3),
      inFull: round(inFull / questions, 3),
      tokensForQuestionsOfOthers: round(tokensElsewhere / elsewhere.length, 1),
    };
  } finally {
    await tacit.close();
    rmSync(base, { recursive: true, force: true });
  }
}

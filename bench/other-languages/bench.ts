/**
 * Measures what messages in other languages than English are shown: the memory that concerns them, and nothing when none does.
 * Each language is a project with 16 memories in that language, 15 messages with a relevant memory and 30 without. The gate's
 * numbers for other languages were chosen on the first set, and one of them on the second after that had been evaluated.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTacit } from "@tacit-memory/memory";
import type { Setup } from "../arguments.ts";

const SETS = {
  first: ["de", "es", "it", "fr"],
  second: ["de", "es", "fr", "nl", "pt"],
} as const;

interface Messages {
  readonly memories: readonly string[];
  /** `memory`: index of the relevant memory. */
  readonly answered: readonly { readonly message: string; readonly memory: number }[];
  readonly unanswered: readonly string[];
}

export async function run({ root, say }: Setup) {
  const rows = [];
  for (const [set, languages] of Object.entries(SETS)) {
    for (const language of languages) {
      const file = join(root, "bench/other-languages/set", set, `${language}.json`);
      const messages = JSON.parse(readFileSync(file, "utf8")) as Messages;
      const row = { set, language, ...(await play(messages)) };
      say(JSON.stringify(row));
      rows.push(row);
    }
  }
  return { question: "what are messages in other languages shown?", rows };
}

/** Shows each message in a session of its own. */
async function play({ memories, answered, unanswered }: Messages) {
  const base = mkdtempSync(join(tmpdir(), "tacit-bench-"));
  mkdirSync(join(base, "project"));
  const tacit = await openTacit({ home: join(base, "home"), cwd: join(base, "project"), env: {} });
  try {
    await tacit.exchange.importLines(lines(memories), { isVerbatim: true });
    const stored = await tacit.memories.list({ limit: 1000 });
    const names = new Map<string, string>(
      stored.map(({ id, externalId }) => [id, externalId ?? ""]),
    );
    const shownFor = async (message: string) => {
      const block = await tacit.brief.promptBlock({ session: message, point: "prompt" }, message);
      return block.shown.map(({ id }) => names.get(id) ?? "");
    };
    const counts = { answered: answered.length, found: 0, beside: 0, silent: 0, wasted: 0 };
    for (const { message, memory } of answered) {
      const shown = await shownFor(message);
      counts.found += shown.includes(`${memory}`) ? 1 : 0;
      counts.beside += shown.filter((name) => name !== `${memory}`).length;
    }
    for (const message of unanswered) {
      const shown = await shownFor(message);
      counts.silent += shown.length === 0 ? 1 : 0;
      counts.wasted += shown.length;
    }
    return { ...counts, unanswered: unanswered.length };
  } finally {
    await tacit.close();
    rmSync(base, { recursive: true, force: true });
  }
}

async function* lines(memories: readonly string[]) {
  for (const [i, content] of memories.entries())
    yield JSON.stringify({
      externalId: `${i}`,
      content,
      type: "convention",
      sessionId: `session-${i}`,
    });
}

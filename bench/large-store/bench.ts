/**
 * Measures maintenance of a large store, at 100,000 memories: a hook's time with a store of this version and of an older
 * version, which the hook leaves to other processes to update; the update with its backup; a backup; forgetting a memory,
 * backups included; repair of a damaged store.
 */
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openTacit } from "@tacit-memory/memory";
import type { Setup } from "../arguments.ts";
import { makeMemories } from "../corpus.ts";
import { percentile, round } from "../statistics.ts";

const MEMORIES = 100_000;
const TURNS = 15;
const PAGE = 4096;
/** Reverts migration 11, so that the store has version 10. */
const OLDER = [
  "ALTER TABLE injection DROP COLUMN pointed_as",
  "ALTER TABLE session DROP COLUMN tainted_seq",
  "CREATE INDEX passage_time ON passage (at_ms)",
  "DELETE FROM schema_version WHERE version > 10",
];

export async function run({ root, args, say }: Setup) {
  const count = args.includes("--quick") ? 10_000 : MEMORIES;
  const folder = mkdtempSync(join(tmpdir(), "tacit-bench-"));
  const home = join(folder, "home");
  const store = join(home, "memory.db");
  const env = { ...process.env, TACIT_HOME: home, HOME: folder, TACIT_WORKER: "write-lessons" };
  const node = (words: readonly string[], input = "") => {
    const startedMs = performance.now();
    const ran = spawnSync(process.execPath, words, { cwd: folder, env, input, encoding: "utf8" });
    if (ran.status !== 0) throw new Error(`${words.join(" ")}: ${ran.stderr}`);
    return { ms: round(performance.now() - startedMs), stdout: ran.stdout };
  };
  const tacit = (...words: string[]) => node([join(root, "apps/cli/dist/tacit.mjs"), ...words]);
  const hook = () => {
    const times = Array.from({ length: TURNS }, (_, i) => {
      const payload = { session_id: "s", cwd: folder, prompt: `Where is port ${i}?` };
      const input = JSON.stringify({ ...payload, hook_event_name: "UserPromptSubmit" });
      const words = [join(root, "apps/cli/dist/hook.cjs"), "claude-code", "UserPromptSubmit"];
      return node(words, input).ms;
    });
    return { p50Ms: round(percentile(times, 0.5)), maxMs: round(Math.max(...times)) };
  };
  try {
    await fill(home, folder, count);
    const bytes = statSync(store).size;
    say(`${count} memories in place, ${Math.round(bytes / 1e6)} MB`);
    const current = hook();
    const db = new DatabaseSync(store);
    for (const sql of OLDER) db.exec(sql);
    db.close();
    const outdated = hook();
    const isLeft = versionOf(store) === 10;
    const update = tacit("status").ms;
    const plainStatus = tacit("status").ms;
    const backup = tacit("doctor", "--backup").ms;
    const [first] = JSON.parse(tacit("list", "--limit", "1", "--json").stdout) as { id: string }[];
    const forgetting = tacit("forget", first?.id ?? "", "--yes").ms;
    const file = openSync(store, "r+");
    writeSync(file, Buffer.alloc(PAGE, 7), 0, PAGE, Math.floor(bytes / PAGE / 2) * PAGE);
    closeSync(file);
    const restore = tacit("doctor", "--restore", "--json");
    const { memories } = JSON.parse(restore.stdout) as { memories: number };
    const outcome = {
      question: "care of a large store",
      ...{ memories: count, bytes, turns: TURNS },
      hook: { current, outdated, isLeft },
      commandMs: { update, plainStatus, backup, forgetting, restore: restore.ms },
      restoredMemories: memories,
    };
    say(JSON.stringify(outcome, null, 1));
    return outcome;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function versionOf(path: string): unknown {
  const db = new DatabaseSync(path, { readOnly: true });
  const row = db.prepare("SELECT max(version) AS version FROM schema_version").get();
  db.close();
  return row?.["version"];
}

async function fill(home: string, cwd: string, count: number): Promise<void> {
  const tacit = await openTacit({ home, cwd });
  async function* lines() {
    for (const [i, { content, file }] of makeMemories(count, 1).entries())
      yield JSON.stringify({ externalId: `m${i}`, content, files: [file] });
  }
  await tacit.exchange.importLines(lines(), { isVerbatim: true });
  await tacit.close();
}

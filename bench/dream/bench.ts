/**
 * Measures how long consolidation takes, what it merges and proposes, and how long other processes wait. Runs `tacit dream` on a large
 * store with copies of known memories while this process repeatedly requests the write lock.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { openTacit } from "@tacit-memory/memory";
import type { Setup } from "../arguments.ts";
import { makeMemories } from "../corpus.ts";
import { percentile, round } from "../statistics.ts";
import { proposalsOfPairs } from "./proposals.ts";

const MEMORIES = 100_000;
/** Copies per hundred memories; each kind is a third of them. */
const COPIES = 3;
const NEW = 50;
const ASK_EVERY_MS = 4;

type Kind = "exact" | "moved" | "number";

interface Document {
  readonly merges: readonly { readonly id: string; readonly merged: string }[];
  readonly tookMs: number;
  readonly compared: number;
  readonly complete: boolean;
}

export async function run({ root, args, say }: Setup) {
  const count = args.includes("--quick") ? 10_000 : MEMORIES;
  const folder = mkdtempSync(join(tmpdir(), "tacit-bench-"));
  const home = join(folder, "home");
  const env = { ...process.env, TACIT_HOME: home, HOME: folder };
  const dream = () => dreamWatched(join(root, "apps/cli/dist/tacit.mjs"), { env, folder, home });
  try {
    await fill(home, folder, linesOf(count));
    say(`${count} memories in place`);
    const first = await dream();
    const nameOf = namesIn(join(home, "memory.db"));
    const again = await dream();
    const newest = makeMemories(NEW, 2).map(({ content }, i) => ({
      externalId: `new${i}`,
      content,
    }));
    await fill(home, folder, newest);
    const afterNew = await dream();
    const outcome = {
      question: "consolidation of a large store",
      ...{ memories: count, copiesOfEachKind: copiesIn(count) / KINDS.length },
      first: { ...timesOf(first), merged: countKinds(first.document, nameOf) },
      nothingNew: timesOf(again),
      [`after${NEW}New`]: timesOf(afterNew),
      proposed: await proposalsOfPairs(),
    };
    say(JSON.stringify(outcome, null, 1));
    return outcome;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function copiesIn(count: number): number {
  return Math.floor((count * COPIES) / 100);
}

/** Returns all memories, then the copies, so that a pair is as far apart as in a store that grew over time. */
function linesOf(count: number): Line[] {
  const memories = makeMemories(count - copiesIn(count), 1);
  const originals = memories.slice(0, copiesIn(count));
  const numbered = originals.map(({ content }) => content.replace(/ \w+\.$/, " port 3000."));
  const plain = memories.map(({ content, file }, i) => ({
    externalId: `m${i}`,
    content: numbered[i] !== undefined && i % 3 === 2 ? numbered[i] : content,
    files: [file],
  }));
  const copies = originals.flatMap((_, i): Line[] => {
    const { content = "", files } = plain[i] ?? {};
    const changed: Record<Kind, string> = {
      exact: content,
      moved: moved(content),
      number: content.replace("port 3000", "port 4000"),
    };
    const kind = KINDS[i % 3] ?? "exact";
    return [{ externalId: `${kind}${i}`, content: changed[kind], files: files ?? [] }];
  });
  return [...plain, ...copies];
}

const KINDS: readonly Kind[] = ["exact", "moved", "number"];

/** Moves the reason to the front: "The parser must close because of tabs." → "Because of tabs the parser must close." */
function moved(content: string): string {
  const [, rest = content, reason = ""] = /^(.*) because of (\S+)\.$/.exec(content) ?? [];
  return `Because of ${reason} ${rest.replace(/^The/, "the")}.`;
}

interface Line {
  readonly externalId: string;
  readonly content: string;
  readonly files?: readonly string[];
}

/**
 * Imports the lines in order. Exact copies get the text of their original afterwards by SQL, because the write path would not
 * store them.
 */
async function fill(home: string, cwd: string, all: readonly Line[]): Promise<void> {
  const tacit = await openTacit({ home, cwd });
  const isCopy = ({ externalId }: Line) => externalId.startsWith("exact");
  async function* lines() {
    // Verbatim lines are compared only by text, so an exact copy is stored if its external id is appended.
    for (const line of all)
      yield JSON.stringify(
        isCopy(line) ? { ...line, content: `${line.content} ${line.externalId}` } : line,
      );
  }
  await tacit.exchange.importLines(lines(), { isVerbatim: true });
  await tacit.close();
  const db = new DatabaseSync(join(home, "memory.db"));
  db.exec(`UPDATE memory SET content = o.content, title = o.title, dedupe_key = o.dedupe_key FROM memory o
    WHERE memory.external_id LIKE 'exact%' AND o.external_id = 'm' || substr(memory.external_id, 6)`);
  db.close();
  const after = await openTacit({ home, cwd });
  await after.memories.remember({
    content: "Vectors of changed texts are made by a write.",
    source: "user_taught",
  });
  await after.close();
}

interface Watched {
  readonly document: Document;
  readonly wallMs: number;
  readonly waits: readonly number[];
}

interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly folder: string;
  readonly home: string;
}

async function dreamWatched(
  program: string,
  { env, folder, home }: Surroundings,
): Promise<Watched> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [program, "dream", "--json"], { cwd: folder, env });
  const printed = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => (printed.stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (printed.stderr += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const waits = await askForLock(join(home, "memory.db"), () => child.exitCode === null);
  const status = await ended;
  if (status !== 0) throw new Error(`dream: ${status} ${printed.stderr}`);
  const document = JSON.parse(printed.stdout) as Document;
  return { document, wallMs: performance.now() - startedMs, waits };
}

/** Requests the write lock repeatedly. Returns the milliseconds that each request waited. */
async function askForLock(path: string, mayGoOn: () => boolean): Promise<number[]> {
  const db = new DatabaseSync(path, { timeout: 30_000 });
  const waits: number[] = [];
  while (mayGoOn()) {
    const startedMs = performance.now();
    db.exec("BEGIN IMMEDIATE");
    waits.push(performance.now() - startedMs);
    db.exec("ROLLBACK");
    await pause(ASK_EVERY_MS);
  }
  db.close();
  return waits;
}

function timesOf({ document, wallMs, waits }: Watched) {
  const { tookMs, compared, complete } = document;
  return {
    ...{ wallMs: round(wallMs), tookMs, compared, complete, merges: document.merges.length },
    waitMs: {
      p99: round(percentile(waits, 0.99)),
      max: round(percentile(waits, 1)),
      times: waits.length,
    },
  };
}

function namesIn(path: string): ReadonlyMap<string, string> {
  const db = new DatabaseSync(path, { readOnly: true });
  const rows = db.prepare("SELECT id, external_id AS name FROM memory").all();
  db.close();
  return new Map(rows.map(({ id, name }) => [String(id), String(name)]));
}

/**
 * Counts the merges of a memory with its own copy by kind; `others` counts merges of memories that are not copies of each
 * other.
 */
function countKinds({ merges }: Document, nameOf: ReadonlyMap<string, string>) {
  const counts: Record<Kind | "others", number> = { exact: 0, moved: 0, number: 0, others: 0 };
  for (const { id, merged } of merges) {
    const names = [nameOf.get(id) ?? "", nameOf.get(merged) ?? ""];
    const numbers = new Set(names.map((name) => name.replace(/\D/g, "")));
    const kind = KINDS.find((one) => names.some((name) => name.startsWith(one)));
    counts[numbers.size === 1 && kind !== undefined ? kind : "others"]++;
  }
  return counts;
}

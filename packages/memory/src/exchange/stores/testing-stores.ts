/** Test stores for the readers, written to a temporary folder and returned as lines. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { makeForeignDatabase } from "../../store/testing-foreign.ts";
import type { ForeignMemory } from "./foreign-memory.ts";
import { locateStore, type StoreRequest } from "./locate-store.ts";

export function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "tacit-stores-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true, maxRetries: 3 }));
  return made;
}

export function written(name: string, text: string): string {
  const path = join(folder(), name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

export function database(sql: string, name = "store.db"): string {
  const path = join(folder(), name);
  makeForeignDatabase(path, sql);
  return path;
}

/** Returns one line per item: `content | type | files | other fields`, or the problem. */
export async function readStore(
  path: string,
  request: StoreRequest = "auto",
): Promise<{ kind: string; lines: string[] }> {
  const reader = await locateStore(path, request);
  const lines: string[] = [];
  for await (const item of reader.read()) {
    lines.push("problem" in item ? `${item.place}: ${item.problem}` : line(item.memory));
  }
  return { kind: reader.kind, lines };
}

function line({
  content,
  type,
  files,
  project,
  isGone,
  isGlobal,
  createdAtMs,
}: ForeignMemory): string {
  const more = [
    ...(project === null ? [] : [`of ${project}`]),
    ...(createdAtMs === undefined ? [] : [new Date(createdAtMs).toISOString().slice(0, 10)]),
    ...(isGone ? ["gone"] : []),
    ...(isGlobal ? ["global"] : []),
  ];
  return [content, type ?? "?", files.join(","), more.join(" ")].join(" | ");
}

/** A claude-mem database with two observations and two summaries, one of which learned nothing. */
export const CLAUDE_MEM = `
  CREATE TABLE sdk_sessions (id INTEGER PRIMARY KEY, memory_session_id TEXT, project TEXT);
  CREATE TABLE observations (id INTEGER PRIMARY KEY, memory_session_id TEXT, project TEXT, text TEXT, type TEXT, title TEXT,
    subtitle TEXT, facts TEXT, narrative TEXT, concepts TEXT, files_read TEXT, files_modified TEXT, created_at_epoch INTEGER);
  CREATE TABLE session_summaries (id INTEGER PRIMARY KEY, memory_session_id TEXT, project TEXT, learned TEXT, files_edited TEXT, created_at_epoch INTEGER);
  INSERT INTO observations VALUES
    (1, 's', 'shop', NULL, 'bugfix', 'Total rounded twice', NULL, '["once"]', 'Rounding per line lost cents.', '["gotcha"]', '["src/cart.ts"]', '["src/order.ts"]', 1788343200000),
    (2, 's', 'shop', NULL, 'decision', 'Integer cents', NULL, '["Amounts are integers", "Never floats"]', '', '[]', '["src/money.ts"]', '[]', 1788343200000);
  INSERT INTO session_summaries VALUES (1, 's', 'shop', 'Rounding twice loses cents.', '["src/order.ts"]', 1788343200000), (2, 's', 'shop', NULL, '[]', 1);`;

/** The transcripts, with their times moved so that they are spread evenly over the days. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Event } from "../../packages/protocol/src/index.ts";
import { jsonLines } from "../facts.ts";
import { FIRST_DAY_MS, type Life, startLife } from "./life.ts";

export const DAYS = 30;
export const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Sessions of one day begin this far apart. */
const APART_MS = 2 * HOUR_MS;

export interface Session {
  readonly id: string;
  readonly day: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly prompts: readonly { readonly atMs: number; readonly text: string }[];
  /** The transcript with its times moved. */
  readonly raw: string;
}

/** Returns the sessions in their order; none if the folder does not exist. */
export async function readSessions(data: string): Promise<Session[]> {
  if (!existsSync(data)) return [];
  const life = startLife();
  // Events that are later than the clock would get its time.
  life.clock.nowMs = Date.now();
  try {
    const files = readdirSync(data).filter((name) => name.endsWith(".jsonl.gz"));
    const raws = new Map(
      files.map((name) => [
        name.replace(".jsonl.gz", ""),
        gunzipSync(readFileSync(join(data, name))).toString("utf8"),
      ]),
    );
    for (const [id, raw] of raws) await importRaw(life, id, raw);
    const events = jsonLines<Event>(await life.print(["events", "export"]));
    const bySession = [...Map.groupBy(events, ({ session }) => session)]
      .map(([id, own]) => ({ id, own, startMs: Math.min(...own.map(({ ts }) => Date.parse(ts))) }))
      .filter(({ id }) => raws.has(id))
      .toSorted((a, b) => a.startMs - b.startMs);
    return bySession.map(({ id, own, startMs }, i) => {
      const day = 1 + Math.floor((i * DAYS) / bySession.length);
      const first = bySession.findIndex(
        (_, at) => 1 + Math.floor((at * DAYS) / bySession.length) === day,
      );
      const moveMs = FIRST_DAY_MS + (day - 1) * DAY_MS + (i - first) * APART_MS - startMs;
      const times = own.map(({ ts }) => Date.parse(ts) + moveMs);
      return {
        ...{ id, day },
        startMs: startMs + moveMs,
        endMs: Math.max(...times),
        prompts: own.flatMap((event) =>
          event.kind === "prompt"
            ? [{ atMs: Date.parse(event.ts) + moveMs, text: event.text }]
            : [],
        ),
        raw: (raws.get(id) ?? "").replaceAll(
          /"timestamp":"([^"]+)"/g,
          (_, at: string) => `"timestamp":"${new Date(Date.parse(at) + moveMs).toISOString()}"`,
        ),
      };
    });
  } finally {
    life.remove();
  }
}

export async function importRaw(life: Life, id: string, raw: string): Promise<void> {
  const path = join(life.folder, "..", `${id}.jsonl`);
  writeFileSync(path, raw);
  await life.json([
    "import",
    "transcript",
    path,
    "--host",
    "claude-code",
    "--project",
    life.folder,
  ]);
}

/**
 * Tests that reading resumes in a file that grew, with the same result as reading it completely, and that a file which only
 * looks grown is read completely.
 */
import {
  appendFileSync,
  closeSync,
  openSync,
  renameSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { Event } from "@tacit-memory/protocol";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readTranscript } from "../read-transcript.ts";
import { SAMPLES } from "../testing-lines.ts";
import { inTemporaryFolder, jsonLines } from "../testing-transcripts.ts";
import type { TranscriptHost } from "../transcript-host.ts";
import type { ResumePoint } from "./resume-point.schema.ts";

const HOSTS = Object.keys(SAMPLES) as TranscriptHost[];

interface Reading {
  readonly events: readonly Event[];
  readonly place: ResumePoint | undefined;
  readonly isResumed: boolean;
  readonly problems: readonly { readonly isUnfinished?: boolean }[];
}

async function reading(path: string, host: TranscriptHost, from?: unknown): Promise<Reading> {
  const events: Event[] = [];
  const problems: { isUnfinished?: boolean }[] = [];
  let place: ResumePoint | undefined;
  let isResumed = false;
  const options = {
    host,
    // Converted as when it is read from a file.
    from: from === undefined ? undefined : JSON.parse(JSON.stringify(from)),
    onResumePoint: (point: ResumePoint) => {
      place = point;
    },
    onResumed: () => {
      isResumed = true;
    },
    onProblem: (problem: { isUnfinished?: boolean }) => problems.push(problem),
  };
  for await (const event of readTranscript(path, options)) events.push(event);
  return { events, place, isResumed, problems };
}

/** Returns the first event of each key, as a store does. */
function firstOfEach(events: readonly Event[]): Event[] {
  const firstByKey = new Map<string, Event>();
  for (const event of events) {
    const key = `${event.session} ${event.key}`;
    if (!firstByKey.has(key)) firstByKey.set(key, event);
  }
  return [...firstByKey.values()];
}

const [BEFORE, AFTER] = [new Date(Date.UTC(2026, 10, 21)), new Date(Date.UTC(2026, 10, 22))];

/** Reads the file when it had `cut` bytes and resumes when it is complete; the result must equal two complete readings. */
async function check(
  folder: string,
  name: string,
  host: TranscriptHost,
  bytes: Buffer,
  cut: number,
) {
  const path = join(folder, name);
  writeFileSync(path, bytes.subarray(0, cut));
  utimesSync(path, BEFORE, BEFORE);
  const first = await reading(path, host);
  appendFileSync(path, bytes.subarray(cut));
  utimesSync(path, AFTER, AFTER);
  const rest = await reading(path, host, first.place);
  const whole = await reading(path, host);
  const hasLine =
    bytes.subarray(0, cut).includes("}\n") || bytes.subarray(0, cut).includes("}\r\n");
  expect(rest.isResumed).toBe(hasLine);
  expect(firstOfEach([...first.events, ...rest.events])).toEqual(
    firstOfEach([...first.events, ...whole.events]),
  );
  expect(rest.place).toEqual(whole.place);
  return { first, rest };
}

const asCrlf = (text: string) => text.replaceAll("\n", "\r\n");
const withMark = (text: string) => `\uFEFF${text}`;

test.each(HOSTS)("%s: resumes after any line", async (host) => {
  const { name, records } = SAMPLES[host] ?? { name: "", records: [] };
  const text = jsonLines(records);
  await inTemporaryFolder(async (folder) => {
    for (const content of [text, withMark(asCrlf(text)), text.trimEnd()].map((item) =>
      Buffer.from(item),
    )) {
      let shortened = 0;
      for (let cut = content.indexOf(10) + 1; cut > 0; cut = content.indexOf(10, cut) + 1) {
        const { first, rest } = await check(folder, name, host, content, cut);
        if (rest.events.length < first.events.length) shortened++;
      }
      // Resuming must also save work: most earlier lines are not read again.
      expect(shortened).toBeGreaterThan(2);
    }
  });
});

test.each(HOSTS)(
  "property: %s resumes after any cut, with its lines in any order and repeated",
  async (host) => {
    const { name, records } = SAMPLES[host] ?? { name: "", records: [] };
    const [header, ...others] = records;
    const order = fc.array(fc.constantFrom(...others, ...others), { minLength: 1, maxLength: 14 });
    const shape = fc.constantFrom((text: string) => text, asCrlf, withMark);
    await inTemporaryFolder(async (folder) => {
      await fc.assert(
        fc.asyncProperty(
          order,
          shape,
          fc.double({ min: 0, max: 1, noNaN: true }),
          async (some, shaped, share) => {
            const bytes = Buffer.from(shaped(jsonLines([header, ...some])));
            await check(folder, name, host, bytes, Math.floor(share * bytes.length));
          },
        ),
        { numRuns: 60 },
      );
    });
  },
);

test("a result before its call, and again after it, leaves the call open, as when reading completely", async () => {
  const { name, records } = SAMPLES["codex"] ?? { name: "", records: [] };
  const at = (second: number, payload: object) => ({
    timestamp: `2026-11-20T10:00:0${second}.000Z`,
    type: "response_item",
    payload,
  });
  const running = "Wall time: 1.0 seconds\nProcess running with session ID 7\nOutput:\n";
  const result = at(5, { type: "function_call_output", call_id: "c1", output: running });
  const input = '{"cmd":"npx vitest run"}';
  const call = { type: "function_call", name: "exec_command", call_id: "c1", arguments: input };
  const before = [records[0], result, at(4, call), result];
  const message = { type: "message", role: "user", content: [{ type: "t", text: "go" }] };
  const bytes = Buffer.from(jsonLines([...before, at(6, message)]));
  await inTemporaryFolder(async (folder) => {
    await check(folder, name, "codex", bytes, Buffer.byteLength(jsonLines(before)));
  });
});

test("leaves an unfinished line for the next reading and reports it", async () => {
  const { name, records } = SAMPLES["claude-code"] ?? { name: "", records: [] };
  const bytes = Buffer.from(jsonLines(records));
  await inTemporaryFolder(async (folder) => {
    const { first, rest } = await check(folder, name, "claude-code", bytes, bytes.length - 20);
    expect(first.problems).toEqual([expect.objectContaining({ isUnfinished: true })]);
    expect(rest.problems).toEqual([]);
    const ends = ["subagent_stop", "session_end", "session_end"];
    expect(rest.events.map(({ kind }) => kind)).toEqual(["compaction", "message", ...ends]);
    const again = await reading(join(folder, name), "claude-code", rest.place);
    expect(again.events.map(({ kind }) => kind)).toEqual(ends);
    expect(again.place).toEqual(rest.place);
  });
});

const CODEX = jsonLines(SAMPLES["codex"]?.records ?? []);

/** Changes to a file that was read to its end, and whether reading resumes after them. */
test.each<[string, (path: string) => void, boolean]>([
  ["only grown", (path) => appendFileSync(path, "{}\n"), true],
  ["untouched", () => undefined, true],
  ["cut", (path) => truncateSync(path, CODEX.length - 50), false],
  [
    "replaced by another with the same beginning",
    (path) => {
      writeFileSync(`${path}.new`, `${CODEX}{}\n`);
      renameSync(`${path}.new`, path);
    },
    false,
  ],
  ["written over in place, with another beginning", (path) => overwrite(path, 30, "0"), false],
  [
    "written over in place, the last line",
    (path) => overwrite(path, CODEX.length - 10, "x"),
    false,
  ],
  ["written anew in place, longer", (path) => writeFileSync(path, `{"a":1}\n${CODEX}`), false],
])("a file %s", async (_name, change, expected) => {
  await inTemporaryFolder(async (folder) => {
    const path = join(folder, "rollout-x.jsonl");
    writeFileSync(path, CODEX);
    const { place } = await reading(path, "codex");
    expect(place).toMatchObject({ host: "codex", last: { end: Buffer.byteLength(CODEX) } });
    change(path);
    expect((await reading(path, "codex", place)).isResumed).toBe(expected);
    expect((await reading(path, "pi", place)).isResumed).toBe(false);
  });
});

function overwrite(path: string, position: number, text: string): void {
  const file = openSync(path, "r+");
  writeSync(file, text, position);
  closeSync(file);
}

test("stores no text of the conversation", async () => {
  await inTemporaryFolder(async (folder) => {
    for (const host of HOSTS) {
      const { name, records } = SAMPLES[host] ?? { name: "", records: [] };
      for (let count = 1; count <= records.length; count++) {
        writeFileSync(join(folder, name), jsonLines(records.slice(0, count)));
        const { place } = await reading(join(folder, name), host);
        expect(place?.host).toBe(host);
        const serialized = JSON.stringify(place);
        expect(serialized).not.toMatch(/vitest|npm test|pass|Looking|hello|Now|Done|Inside|done/);
      }
    }
  });
});

test("property: reads the file with any resume point, and never with another result than a complete reading", async () => {
  await inTemporaryFolder(async (folder) => {
    const path = join(folder, "rollout-x.jsonl");
    writeFileSync(path, CODEX.slice(0, CODEX.indexOf("write_stdin")));
    const { place } = await reading(path, "codex");
    const names = Object.keys(place ?? {});
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names, ""),
        fc.oneof(fc.jsonValue(), fc.constantFrom(-1, 1e308, "__proto__", [], {})),
        async (name, value) => {
          const resumePoint = name === "" ? value : { ...place, [name]: value };
          const { events, problems } = await reading(path, "codex", resumePoint);
          expect(problems).toHaveLength(1);
          expect(events.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 200 },
    );
  });
});

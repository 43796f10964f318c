/** The event log contains what the host reported: each event once, redacted and cut, with the session up to date. */
import type { Event } from "@tacit-memory/protocol";
import { DEFAULT_IGNORE } from "@tacit-memory/redact";
import { describe, expect, test } from "vitest";
import { setMode } from "../store/projects.ts";
import { listEvents } from "../store/sessions/events.ts";
import { closeSession, findSession } from "../store/sessions/sessions.ts";
import {
  DAY_MS,
  openTestStore,
  PROJECT,
  START_MS,
  sessionScript,
} from "../testing/testing-life.ts";
import { digest } from "./digest.ts";
import { OBSERVE } from "./limits.ts";
import { observe } from "./observe.ts";

/** Invented token of the right format. */
const TOKEN = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
const options = { redaction: {}, ignore: DEFAULT_IGNORE };
const project = {
  id: PROJECT,
  canonical: "example.org/o/r",
  name: "r",
  basis: "remote" as const,
  root: null,
};
const envelope = { v: 1 as const, session: "s1", ts: "2026-09-01T09:00:00.000Z" };

function result(output: string, files: string[] = []): Event {
  return {
    ...envelope,
    kind: "tool_result",
    callId: "c",
    tool: "read",
    output,
    isError: false,
    files,
  };
}

describe("what is stored of an event", () => {
  test.each([
    ["a secret", `token ${TOKEN} end`],
    ["a secret where the output is cut", `${"x".repeat(2980)} ${TOKEN} ${"y".repeat(9000)}`],
    ["a secret at the end's cut", `${"x".repeat(9000)} ${TOKEN} ${"y".repeat(2970)}`],
  ])("removes %s", (_name, output) => {
    const stored = digest(result(output), options);
    const storedOutput = stored.kind === "tool_result" ? stored.output : "";
    for (let i = 0; i + 12 <= TOKEN.length; i++) {
      expect(storedOutput).not.toContain(TOKEN.slice(i, i + 12));
    }
  });

  test("removes a private span, even without an end", () => {
    const prompt = (text: string): Event => ({ ...envelope, kind: "prompt", text });
    const stored = digest(prompt("before <private>inner</private> after <private>open"), options);
    expect(JSON.stringify(stored)).not.toMatch(/inner|open/);
    expect(JSON.stringify(stored)).toMatch(/before.*after/);
  });

  test.each([[".env"], ["config/.env.production"], ["home/.ssh/id_ed25519"], ["a/secrets/b.txt"]])(
    "removes the content of %s",
    (file) => {
      expect(digest(result("PLAIN=harmless words", [file]), options)).toMatchObject({
        output: "[ignored file]",
      });
      const call: Event = {
        ...envelope,
        kind: "tool_call",
        callId: "c",
        tool: "write",
        input: { content: "PLAIN=harmless words" },
        files: [file],
      };
      expect(digest(call, options)).toMatchObject({ input: {} });
    },
  );

  test("removes injected text, wherever it appears", () => {
    const ours = "<tacit-memory>\n- [mem:ab12cd34] a fact\n</tacit-memory>";
    const events: Event[] = [
      { ...envelope, kind: "prompt", text: `${ours} mine` },
      { ...envelope, kind: "compaction", summary: `${ours} mine` },
      result(`${ours} mine`),
      {
        ...envelope,
        kind: "tool_call",
        callId: "c",
        tool: "shell",
        input: { a: [{ b: `${ours} mine` }] },
      },
    ];
    for (const event of events) {
      const stored = JSON.stringify(digest(event, options));
      expect(stored).not.toContain("a fact");
      expect(stored).toContain("mine");
    }
  });

  test("stores the beginning and the end of a long output, not the middle", () => {
    const stored = digest(result(`BEGIN${"m".repeat(50_000)}END`), options);
    const storedOutput = stored.kind === "tool_result" ? stored.output : "";
    expect(storedOutput.length).toBeLessThan(OBSERVE.maxOutputChars + 100);
    expect(storedOutput.startsWith("BEGIN")).toBe(true);
    expect(storedOutput.endsWith("END")).toBe(true);
  });

  test("cuts an input nested deeper than detection reads, and leaves the original event unchanged", () => {
    const input = { a: { b: { c: { d: { e: { f: "deep" } } } } }, n: 1, ok: true, no: null };
    const call: Event = { ...envelope, kind: "tool_call", callId: "c", tool: "other", input };
    const before = JSON.stringify(call);
    const stored = digest(call, options);
    expect(JSON.stringify(stored)).not.toContain("deep");
    expect(stored).toMatchObject({ input: { n: 1, ok: true, no: null } });
    expect(JSON.stringify(call)).toBe(before);
  });
});

async function observed() {
  const { db, place } = await openTestStore();
  const take = (events: readonly Event[]) =>
    observe(
      db,
      events.map((event) => ({ project, event })),
      { ...options, home: place.home, origin: "live" },
      place.clock.nowMs,
    );
  return { db, place, take, session: () => findSession(db, PROJECT, "s1") };
}

test("stores an event received twice only once", async () => {
  const { db, take } = await observed();
  const { events } = sessionScript("s1").prompt("First of the prompts.").shell("ls", "a b");
  expect(await take(events)).toMatchObject({ events: 3, repeated: 0 });
  expect(await take([...events].reverse())).toMatchObject({ events: 0, repeated: 3 });
  expect(await take([...events, ...events])).toMatchObject({ events: 0, repeated: 6 });
  expect(await listEvents(db, 1)).toHaveLength(3);
});

test("a session has its first task, its last branch and its outcome", async () => {
  const { take, session } = await observed();
  const script = sessionScript("s1");
  script.add("prompt", { text: "Mend the parser.", branch: "main", agent: "claude-code" });
  script.add("prompt", { text: "And the tests.", branch: "fix" });
  script.add("prompt", { text: "A subagent's task.", agentId: "sub" });
  await take(script.end("partial").events);
  expect(await session()).toMatchObject({
    task: "Mend the parser.",
    branch: "fix",
    agent: "claude-code",
    state: "ended",
    outcome: "partial",
    nextSeq: 4,
    startedAtMs: START_MS,
  });
});

test("a greeting is a session's task only until the user asks for something", async () => {
  const { take, session } = await observed();
  const script = sessionScript("s1").prompt("hi claude, good morning!");
  await take(script.events);
  expect((await session())?.task).toBe("hi claude, good morning!");
  await take(script.prompt("Mend the parser.").prompt("And the tests.").events);
  expect((await session())?.task).toBe("Mend the parser.");
});

test("a session that continues after its end is reopened, and due again after its next end", async () => {
  const { db, take, session } = await observed();
  const script = sessionScript("s1").prompt("Mend the parser.").end();
  await take(script.events);
  await closeSession(db, (await session())?.rid ?? 0, 1, 0);
  expect((await session())?.state).toBe("promoted");
  await take(script.events);
  expect((await session())?.state).toBe("promoted");
  await take(script.prompt("One more thing.").events);
  expect(await session()).toMatchObject({ state: "open", endedAtMs: null, promotedSeq: 1 });
  await take(script.end().events);
  expect((await session())?.state).toBe("ended");
});

test.each([
  ["a time nobody can read", "yesterday-ish"],
  ["a time from the far future", "2099-01-01T00:00:00Z"],
  ["a clock an hour ahead", new Date(START_MS + 3_600_000).toISOString()],
  ["a time before all time", "-000100-01-01T00:00:00Z"],
])("replaces %s with the time of arrival", async (_name, ts) => {
  const { db, place, take, session } = await observed();
  await take([{ ...envelope, ts, kind: "prompt", text: "When is it now?" }]);
  expect((await session())?.lastEventMs).toBe(place.clock.nowMs);
  const [stored] = await listEvents(db, 1);
  expect(Date.parse(stored?.ts ?? "")).toBe(place.clock.nowMs);
});

test("late events move the start of a session back, not its end", async () => {
  const { take, session } = await observed();
  const at = (ms: number, text: string): Event => ({
    ...envelope,
    ts: new Date(ms).toISOString(),
    kind: "prompt",
    text,
  });
  await take([at(START_MS, "Now."), at(START_MS - DAY_MS, "Yesterday.")]);
  expect(await session()).toMatchObject({
    startedAtMs: START_MS - DAY_MS,
    lastEventMs: START_MS,
  });
});

test.each([
  ["off", 0],
  ["incognito", 0],
  ["review", 1],
  ["automatic", 1],
] as const)("in mode %s %i events are stored", async (mode, expected) => {
  const { db, take } = await observed();
  await setMode(db, PROJECT, mode);
  const { events } = sessionScript("s1").prompt("Is this being written down?");
  expect(await take(events)).toEqual({
    events: expected,
    repeated: 0,
    sessions: expected === 0 ? [] : [1],
    ended: [],
  });
  expect(await db.all("SELECT seq FROM event")).toHaveLength(expected);
});

test("stores all events of a batch or none if one cannot be stored", async () => {
  const { db, take } = await observed();
  const { events } = sessionScript("s1").prompt("A good one.");
  const bad = { ...events[0], key: { no: "text" } } as unknown as Event;
  await expect(take([...events, bad])).rejects.toThrow();
  expect(await db.all("SELECT seq FROM event")).toEqual([]);
});

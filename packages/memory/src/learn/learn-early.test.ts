/**
 * Tests what is learned from a running session: its user's rules, stored once even with several processes; repeated costs
 * become candidates; everything else waits for the end.
 */
import { describe, expect, test } from "vitest";
import { OBSERVE } from "../capture/limits.ts";
import { OWN_REQUEST } from "../domain/text/own-request.ts";
import type { Tacit } from "../open.ts";
import { makePlace, type SessionScript, START_MS, sessionScript } from "../testing/testing-life.ts";

const RULE = "Always use pnpm for installs in this repository, never npm.";

const running = () =>
  sessionScript("s1")
    .prompt(`Start the preview server. ${RULE}`)
    .shell("rtk bun run test", "error: unrecognized subcommand 'bun'", 1)
    .shell("bun run test", "12 pass");

async function watched(script: SessionScript, origin: "live" | "transcript" = "live") {
  const place = makePlace({ promotesStatistics: true });
  place.clock.nowMs = START_MS + 60_000;
  const tacit = await place.open();
  await tacit.sessions.ingest(script.events, origin);
  return { place, tacit };
}

const rules = async (tacit: Tacit) =>
  (await tacit.memories.list()).filter(({ tags }) => tags.includes("user-rule"));

test("stores a rule immediately and nothing else of the session", async () => {
  const { tacit } = await watched(running());
  const [learned] = await tacit.sessions.learnDue();
  expect(learned?.signals.map(({ type }) => type)).toEqual(["user_correction"]);
  expect((await tacit.memories.list()).map(({ content }) => content)).toEqual([RULE]);
  expect(
    (await tacit.brief.startBlock({ session: "s2", point: "session_start" }, {})).text,
  ).toContain(RULE.replace(/\.$/, ""));
});

test("stores a decision that the user states with its reason, as a decision with its date", async () => {
  const text = "We decided to use Redis instead of RabbitMQ because ops already runs it.";
  const { tacit } = await watched(sessionScript("s1").prompt("Build the queue.").prompt(text));
  await tacit.sessions.learnDue();
  const [decision] = await tacit.memories.list();
  expect(decision).toMatchObject({ type: "decision", content: text });
  expect(decision?.evidence[0]?.atMs).toBeGreaterThanOrEqual(START_MS);
});

test("stores a rule once, also when learning runs again, the rule is repeated and the session ends", async () => {
  const { place, tacit } = await watched(running());
  await tacit.sessions.learnDue();
  expect(await tacit.sessions.learnDue()).toEqual([]);
  const [early] = await rules(tacit);
  const over = running().end();
  await tacit.sessions.ingest(over.events.slice(running().events.length), "live");
  place.clock.nowMs += 60_000;
  const [learned] = await tacit.sessions.learnDue();
  expect(learned?.signals.map(({ type }) => type)).toContain("command_success");
  const [later, ...more] = await rules(tacit);
  expect(more).toEqual([]);
  expect(later).toMatchObject({
    id: early?.id,
    observationCount: early?.observationCount,
    evidence: early?.evidence,
  });
});

test("stores the second rule of a session, by only one of two processes", async () => {
  const { place, tacit } = await watched(running());
  await tacit.sessions.learnDue();
  const more = running().prompt("From now on never push to the release branch by hand.");
  await tacit.sessions.ingest(more.events.slice(running().events.length), "live");
  const other = await place.open();
  const both = await Promise.all([tacit.sessions.learnDue(), other.sessions.learnDue()]);
  expect(both.flat().flatMap(({ promoted }) => promoted)).toHaveLength(1);
  expect(await rules(tacit)).toHaveLength(2);
});

test("keeps a rule forgotten when it was forgotten during the session", async () => {
  const { tacit } = await watched(running());
  await tacit.sessions.learnDue();
  for (const { id } of await rules(tacit)) await tacit.memories.forget([id]);
  await tacit.sessions.learnDue();
  expect(await rules(tacit)).toEqual([]);
});

test("learns from other sessions when one session cannot be read", async () => {
  const { place, tacit } = await watched(running());
  const broken = sessionScript("s2", START_MS + 30_000).prompt("From now on never rebase main.");
  await tacit.sessions.ingest(broken.events, "live");
  const db = await place.database();
  await db.run(
    "UPDATE event SET body = '{' WHERE session_rid = (SELECT rid FROM session WHERE id = 's2')",
  );
  expect((await tacit.sessions.learnDue()).map(({ session }) => session)).toEqual(["s1"]);
});

describe("does not learn early", () => {
  test("from a transcript or a session silent for long, because both are over", async () => {
    const { tacit } = await watched(running(), "transcript");
    expect(await tacit.sessions.learnDue()).toEqual([]);
    const idle = await watched(running());
    idle.place.clock.nowMs += 24 * 3_600_000;
    const [learned] = await idle.tacit.sessions.learnDue();
    expect(learned?.signals.map(({ type }) => type)).toContain("command_success");
  });

  test("from a request about the task or a question", async () => {
    const { tacit } = await watched(
      sessionScript("s1").prompt("Please use the other port.").prompt("Do we always use pnpm?"),
    );
    expect(await tacit.sessions.learnDue()).toEqual([]);
  });

  test("from a session in which Tacit itself asked a model", async () => {
    const { tacit } = await watched(sessionScript("s1").prompt(OWN_REQUEST).prompt(RULE));
    expect(await tacit.sessions.learnDue()).toEqual([]);
  });

  test.each(["off", "incognito"] as const)("in a project that is %s", async (mode) => {
    const place = makePlace({ promotesStatistics: true });
    place.clock.nowMs = START_MS + 60_000;
    const tacit = await place.open();
    await tacit.admin.setMode(mode);
    await tacit.sessions.ingest(running().events, "live");
    await tacit.sessions.learnDue();
    expect(await tacit.memories.list()).toEqual([]);
  });
});

describe("stores what repeatedly costs a running session as a visible candidate", () => {
  const PLACE = "src/ledger.ts";

  const search = (script: SessionScript, found = PLACE) => {
    const callId = `s${script.events.length}`;
    const output = `${found}:3:export function openLedger() {`;
    script.add("tool_call", { callId, tool: "search", input: { pattern: "openLedger" } });
    script.add("tool_result", { callId, tool: "search", output, isError: false });
    const read = { callId: `${callId}r`, tool: "read" as const, files: [found] };
    script.add("tool_call", { ...read, input: { file_path: found } });
    return script.add("tool_result", { ...read, output: "…", isError: false });
  };

  const failThenFix = (script: SessionScript) =>
    script
      .shell("npm run e2e", "Error: Cannot find module 'playwright'", 1)
      .shell("npm install --legacy-peer-deps", "added 3 packages")
      .shell("npm run e2e", "4 passed");

  /** Adds enough events to trigger another early look. */
  const goOn = (script: SessionScript) => {
    for (let i = 0; i < OBSERVE.earlyEveryEvents / 2; i++) script.shell(`pwd ${i}`, "");
    return script;
  };

  const thrice = (id: string, startMs = START_MS) =>
    goOn(search(search(search(sessionScript(id, startMs)))));

  const waiting = async (tacit: Tacit) =>
    (await tacit.memories.candidates()).map(({ state, reason, sessions }) => [
      state,
      reason,
      sessions,
    ]);

  test.each<[string, SessionScript, readonly string[]]>([
    ["the same search three times", thrice("s1"), ["repeated_grep"]],
    ["twice", goOn(search(search(sessionScript("s1")))), []],
    ["three times, but just now", search(search(search(sessionScript("s1")))), []],
    [
      "a second error, and what mended it",
      goOn(failThenFix(sessionScript("s1").shell("npm run lint", "Error: unknown rule 'a'", 1))),
      ["error_retry"],
    ],
    ["one error, mended", goOn(failThenFix(sessionScript("s1"))), []],
    [
      "a configuration changed with code, which only counts",
      goOn(
        sessionScript("s1")
          .edit("src/a.ts", "a", "b")
          .edit("src/b.ts", "a", "b")
          .edit("tsconfig.json", "a", "b"),
      ),
      [],
    ],
  ])("%s", async (_name, script, types) => {
    const { place, tacit } = await watched(script);
    place.clock.nowMs += 300_000;
    await tacit.sessions.learnDue();
    const other = await place.open();
    const candidates = await other.memories.candidates();
    expect(candidates.flatMap(({ signals }) => signals)).toEqual(types);
    expect(candidates.every(({ reason }) => reason === "session_running")).toBe(true);
    expect(await other.memories.list()).toEqual([]);
  });

  test("stores a candidate once with two processes and judges it like all others when the session ends", async () => {
    const script = thrice("s1");
    const { place, tacit } = await watched(script);
    const other = await place.open();
    const both = await Promise.all([tacit.sessions.learnDue(), other.sessions.learnDue()]);
    expect(both.flat().flatMap(({ candidates }) => candidates)).toHaveLength(1);
    expect(await tacit.sessions.learnDue()).toEqual([]);
    const length = script.events.length;
    await tacit.sessions.ingest(script.end("failure").events.slice(length), "live");
    await tacit.sessions.learnDue();
    expect(await waiting(tacit)).toEqual([["proposed", "too_few_sessions", ["s1"]]]);
    const db = await place.database();
    const query = "SELECT 1 FROM capture_ledger WHERE source_type = 'early_look'";
    expect(await db.all(query)).toEqual([]);
  });

  test("promotes a candidate when a parallel session shows the same and ends", async () => {
    const { tacit } = await watched(thrice("s1"));
    await tacit.sessions.learnDue();
    await tacit.sessions.ingest(thrice("s2", START_MS + 1000).end().events, "live");
    await tacit.sessions.learnDue();
    expect(
      (await tacit.memories.list()).map(({ content, sessions }) => [content, sessions]),
    ).toEqual([
      [`\`openLedger\` is in \`${PLACE}\`: earlier searches for it ended there.`, ["s1", "s2"]],
    ]);
  });

  test("withdraws what the session no longer shows at its end, and leaves it waiting for the others that showed it", async () => {
    const script = thrice("s1");
    const { tacit } = await watched(thrice("s0", START_MS - 3_600_000).end());
    await tacit.sessions.learnDue();
    await tacit.sessions.ingest(script.events, "live");
    await tacit.sessions.learnDue();
    expect(await waiting(tacit)).toEqual([["proposed", "session_running", ["s0", "s1"]]]);
    const length = script.events.length;
    search(script, "src/other.ts").end();
    await tacit.sessions.ingest(script.events.slice(length), "live");
    await tacit.sessions.learnDue();
    expect(await waiting(tacit)).toEqual([["proposed", "too_few_sessions", ["s0"]]]);
  });

  test("withdraws it completely when no other session showed it", async () => {
    const script = thrice("s1");
    const { tacit } = await watched(script);
    await tacit.sessions.learnDue();
    const length = script.events.length;
    await tacit.sessions.ingest(search(script, "src/other.ts").end().events.slice(length), "live");
    await tacit.sessions.learnDue();
    expect(await waiting(tacit)).toEqual([["rejected", "withdrawn", []]]);
  });

  test("does not propose again what a person rejected or forgot", async () => {
    const { tacit } = await watched(thrice("s1"));
    await tacit.sessions.learnDue();
    const [candidate] = await tacit.memories.candidates();
    await tacit.memories.reject(candidate?.id ?? "");
    await tacit.sessions.ingest(thrice("s2", START_MS + 1000).events, "live");
    await tacit.sessions.learnDue();
    expect(await waiting(tacit)).toEqual([["rejected", "rejected_by_user", ["s1"]]]);
    const { promoted } = await watched(thrice("s1")).then(async ({ tacit: again, place }) => {
      const text = candidate?.content ?? "";
      const { id } = await again.memories.remember({ content: text, source: "agent_explicit" });
      await again.memories.forget([id ?? ""]);
      await again.sessions.learnDue();
      return { promoted: await (await place.open()).memories.candidates() };
    });
    expect(promoted).toEqual([]);
  });

  test("lets a person accept it before the session ends, and the end confirms it", async () => {
    const script = thrice("s1");
    const { tacit } = await watched(script);
    await tacit.sessions.learnDue();
    const [candidate] = await tacit.memories.candidates();
    const { memoryId } = await tacit.memories.accept(candidate?.id ?? "");
    const length = script.events.length;
    await tacit.sessions.ingest(script.end().events.slice(length), "live");
    await tacit.sessions.learnDue();
    expect((await tacit.memories.list()).map(({ id }) => id)).toEqual([memoryId]);
  });

  test("leaves nothing waiting for the end of a session that could not be learned from", async () => {
    const script = thrice("s1");
    const { place, tacit } = await watched(script);
    await tacit.sessions.learnDue();
    expect(await waiting(tacit)).toEqual([["proposed", "session_running", ["s1"]]]);
    const length = script.events.length;
    await tacit.sessions.ingest(script.end().events.slice(length), "live");
    const db = await place.database();
    await db.run("UPDATE event SET body = '{' WHERE seq = 1");
    await tacit.sessions.learnDue();
    expect(await waiting(tacit)).toEqual([["rejected", "withdrawn", []]]);
    const query = "SELECT 1 FROM capture_ledger WHERE source_type = 'early_look'";
    expect(await db.all(query)).toEqual([]);
  });
});

/** Likely memories are pointed to once, in one line; certain ones are shown in full. */
import { expect, test } from "vitest";
import type { Teaching } from "../curate/teaching.ts";
import { MAX_POINTER_TOKENS } from "../recall/shown/pointer.ts";
import { estimateTokens } from "../recall/shown/tokens.ts";
import { DAY_MS, makePlace, type Place, sessionScript } from "../testing/testing-life.ts";

const WEBHOOK = "The payment webhook must verify the signature before parsing the body.";
/** Shares few words with the memory it asks about. */
const LIKELY = "why does the webhook signature fail";
const PORT = "The preview server must listen on port 3000 because the proxy expects it.";

async function taught(...teachings: (Partial<Teaching> & { content: string })[]) {
  const place = makePlace();
  const tacit = await place.open();
  const ids: string[] = [];
  for (const item of teachings)
    ids.push(
      (await tacit.memories.remember({ source: "agent_explicit", ...item })).id ?? "refused",
    );
  const prompt = (text: string, session = "s1") =>
    tacit.brief.promptBlock({ session, point: "prompt" }, text);
  return { place, tacit, ids, prompt };
}

test("a likely memory is pointed to in one line that says how to read it", async () => {
  const { prompt, ids } = await taught({ content: WEBHOOK });
  const { text, shown } = await prompt(LIKELY);
  expect(shown).toMatchObject([{ id: ids[0], pointedAs: "believed" }]);
  const [tag, notice, line, end] = text.split("\n");
  expect([tag, end]).toEqual(["<tacit-memory>", "</tacit-memory>"]);
  expect(notice).toContain("`get`");
  expect(line).toMatch(/^- \[mem:[0-9a-f]{8}\] The payment webhook must verify the signature/);
  expect(estimateTokens(line ?? "")).toBeLessThanOrEqual(MAX_POINTER_TOKENS);
});

test("a short question is pointed to similar memories without common words; an instruction is not", async () => {
  const content =
    "Safari on iOS zooms the page when a focused input has a font size under 16px, so our form fields never go below that.";
  const { prompt, ids } = await taught({ content });
  const block = await prompt("tapping a text box on an iPhone makes everything suddenly enlarge");
  expect(block.shown).toMatchObject([{ id: ids[0], pointedAs: "believed" }]);
  const instruction = "make everything enlarge suddenly by tapping a text box on an iPhone";
  expect((await prompt(instruction, "another")).text).toBe("");
});

test("a memory is pointed to once per session, and again after its trust has increased", async () => {
  const { prompt, tacit, ids } = await taught({ content: WEBHOOK });
  expect((await prompt(LIKELY)).shown).toHaveLength(1);
  expect((await prompt(LIKELY)).text).toBe("");
  expect((await prompt(LIKELY, "another")).shown).toHaveLength(1);
  await tacit.memories.confirm(ids[0] ?? "");
  expect((await prompt(LIKELY)).shown).toMatchObject([{ pointedAs: "verified" }]);
});

test("a memory shown in full gets no pointer, and a memory pointed to may be shown in full", async () => {
  const { prompt } = await taught({ content: WEBHOOK });
  const certain = "must the payment webhook verify the signature before parsing the body";
  expect((await prompt(LIKELY)).shown).toMatchObject([{ pointedAs: "believed" }]);
  expect((await prompt(certain)).shown).toMatchObject([{ pointedAs: null }]);
  expect((await prompt(certain, "another")).shown).toMatchObject([{ pointedAs: null }]);
  expect((await prompt(LIKELY, "another")).text).toBe("");
});

test.each(["/review the webhook signature", "continue", "thanks!", "ok"])(
  "%s gets neither pointer nor memory",
  async (text) => {
    const { prompt } = await taught({ content: WEBHOOK });
    expect((await prompt(text)).text).toBe("");
  },
);

test("a hypothesis is pointed to as unconfirmed, however strong its match with the prompt", async () => {
  const { place, prompt, ids } = await taught({ content: PORT });
  const db = await place.database();
  await db.run("UPDATE memory SET standing = 'hypothesis' WHERE id = :id", { id: ids[0] ?? "" });
  const { text, shown } = await prompt("On which port must the preview server listen?");
  expect(shown).toMatchObject([{ pointedAs: "hypothesis" }]);
  expect(text).toContain("] unconfirmed: The preview server");
});

test("of many matching memories two are shown in full and three are pointed to", async () => {
  const { prompt } = await taught(
    ...Array.from({ length: 9 }, (_, i) => ({
      content: `The preview server port is checked by check${i}.sh, which must listen as number ${i}.`,
    })),
  );
  const { shown } = await prompt("On which port must the preview server listen, for check.sh?");
  expect(shown.map(({ pointedAs }) => pointedAs === null)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("recall reports for each hit what a prompt with its text would show", async () => {
  const { tacit, prompt } = await taught({ content: WEBHOOK }, { content: PORT });
  const { answers, abstained } = await tacit.memories.recall({ query: LIKELY });
  expect(abstained).toBe(false);
  const byRecall = answers.map(({ shown }) => shown).filter((item) => item !== null);
  const byPrompt = (await prompt(LIKELY)).shown.map(({ pointedAs }) =>
    pointedAs === null ? "full" : "pointer",
  );
  expect(byRecall).toEqual(byPrompt);
  expect((await tacit.memories.recall({ query: "who painted the fence" })).abstained).toBe(true);
});

const ANSWER = `The hook consumes standard input, so its caller cannot read it a second time. ${"We read it once and pass the parsed payload on to both programs. ".repeat(4)}`;

/** Ingests a session in which a question was answered. */
async function saidBefore(place: Place): Promise<void> {
  const tacit = await place.open();
  const script = sessionScript("earlier", place.clock.nowMs)
    .prompt("Why does the second program read an empty stdin in our hook?")
    .add("message", { text: ANSWER });
  await tacit.sessions.ingest(script.end().events, "live");
  await tacit.close();
  place.clock.nowMs += DAY_MS;
}

test.each<[string, string, string, number]>([
  [
    "a question that a past session answered",
    "why is stdin empty in the second program of the hook",
    "s2",
    1,
  ],
  [
    "the session that said it",
    "why is stdin empty in the second program of the hook",
    "earlier",
    0,
  ],
  ["a routine request", "address the review feedback on the hook program", "s2", 0],
  ["a question about something else", "why is the invoice printed twice on Mondays", "s2", 0],
])("%s is pointed to passages of past sessions: %s", async (_name, text, session, count) => {
  const place = makePlace();
  await saidBefore(place);
  const tacit = await place.open();
  const block = await tacit.brief.promptBlock({ session, point: "prompt" }, text);
  expect(block.shown.filter(({ id }) => id.startsWith("ses:"))).toHaveLength(count);
  if (count > 0) {
    expect(block.text).toMatch(/- \[ses:[0-9a-f]{8}\] 2026-09-01: Why does the second program/);
    expect(block.text).not.toContain("consumes standard input");
    expect((await tacit.brief.promptBlock({ session, point: "prompt" }, text)).text).toBe("");
  }
});

test("the trace records a pointer as a pointer, not as a memory shown in full", async () => {
  const { prompt, tacit } = await taught({ content: WEBHOOK });
  await prompt(LIKELY);
  expect(
    (await tacit.admin.shown({ sessionId: "s1", limit: 10 })).map(({ isPointer }) => isPointer),
  ).toEqual([true]);
});

test("the start block lists the titles of memories it does not show in full, and all memories of a small store", async () => {
  const { tacit } = await taught(
    ...Array.from({ length: 12 }, (_, i) => ({
      content: `Module${i}loader must be started before cache${i}store, or its first request fails.`,
      type: "gotcha" as const,
    })),
  );
  const { shown, tokens } = await tacit.brief.startBlock({ session: "s", point: "session_start" });
  expect(shown).toHaveLength(12);
  expect(tokens).toBeLessThanOrEqual(600);
});

test("memories of one type are under one heading", async () => {
  const { tacit } = await taught(
    ...Array.from({ length: 7 }, (_, n) => ({
      content: `Part${n} is handled before store${n}.`,
      type: n === 3 ? ("gotcha" as const) : ("decision" as const),
    })),
  );
  const { text } = await tacit.brief.startBlock({ session: "s", point: "session_start" });
  expect(text).toContain("Rules in this project:");
  const [, learned = ""] = text.split("Learned in this project:");
  expect(learned).toContain("gotcha");
  expect(learned).not.toContain("decision");
});

test("each reader is first shown one memory of each type it needs most", async () => {
  const types = ["decision", "gotcha", "error_pattern", "dead_end", "requirement"] as const;
  const { tacit } = await taught(
    ...types.flatMap((type, i) =>
      Array.from({ length: 3 }, (_, n) => ({
        content: `Kind ${type}: part${i}x${n} must be handled before store${i}x${n} is opened again.`,
        type,
      })),
    ),
  );
  const kindsFor = async (reader: "planner" | "qa" | "recovery" | "spec") => {
    const { text } = await tacit.brief.startBlock(
      { session: "s", point: "session_start" },
      { reader, isPreview: true },
    );
    const [, ofKind = ""] = text.split("For this kind of work:");
    return Array.from(ofKind.matchAll(/: Kind (\w+)/g), ([, kind]) => kind).slice(0, 3);
  };
  expect(await kindsFor("planner")).toEqual(["decision", "dead_end", "requirement"]);
  expect(await kindsFor("qa")).toEqual(["gotcha", "error_pattern", "gotcha"]);
  expect(await kindsFor("recovery")).toEqual(["error_pattern", "dead_end", "gotcha"]);
  expect(await kindsFor("spec")).toEqual(["requirement", "decision", "requirement"]);
});

test("titles that are likely to be about the task come first", async () => {
  const { tacit } = await taught(
    { content: WEBHOOK },
    ...Array.from({ length: 40 }, (_, i) => ({
      content: `Module${i}loader must be started before cache${i}store, or its first request fails.`,
      type: "gotcha" as const,
    })),
  );
  const task = LIKELY;
  const { text } = await tacit.brief.startBlock(
    { session: "s", point: "session_start" },
    { task, isPreview: true },
  );
  expect(text.indexOf("webhook")).toBeGreaterThan(0);
  expect(text.indexOf("webhook")).toBeLessThan(text.indexOf("loader"));
});

test("each reader and each phase gets a different block", async () => {
  const types = [
    "gotcha",
    "decision",
    "requirement",
    "error_pattern",
    "dead_end",
    "workflow_recipe",
  ] as const;
  const { tacit } = await taught(
    ...types.flatMap((type, i) =>
      Array.from({ length: 6 }, (_, n) => ({
        content: `Number ${n} of kind ${i}: part${i}x${n} must be handled before store${i}x${n} is opened again.`,
        type,
      })),
    ),
    { content: "Widgets are named in the plural in this project.", type: "convention" },
    { content: "Overviews of packages are kept in their README.", type: "module_insight" },
  );
  const blockFor = async (about: object) =>
    (
      await tacit.brief.startBlock(
        { session: "s", point: "session_start" },
        { ...about, isPreview: true },
      )
    ).text;
  const readers = ["planner", "coder", "qa", "recovery", "spec"] as const;
  const phases = ["define", "implement", "validate", "refine", "explore"] as const;
  const ofReaders = await Promise.all(readers.map((reader) => blockFor({ reader })));
  const ofPhases = await Promise.all(phases.map((phase) => blockFor({ phase })));
  const plain = await blockFor({});
  expect(new Set([...ofReaders, plain]).size).toBe(readers.length + 1);
  expect(new Set([...ofPhases, plain]).size).toBe(phases.length + 1);
});

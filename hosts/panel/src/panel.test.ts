/** Tests the requests and changes of the panel's views on a real store. */
import { INJECTED_TAG } from "@tacit-memory/memory";
import { EVENT_VERSION, type Event, type MemoryRow } from "@tacit-memory/protocol";
import { expect, test } from "vitest";
import { startPanel, type TestingPanel } from "./testing-panel.ts";

const PORT = "The staging port is 7781 because 7780 is taken by the metrics sidecar.";
const LEDGER = "Invoices are numbered by the ledger service alone, never by the shop.";
const CSV = "Exports are written with a byte order mark, or Excel misreads the umlauts.";

async function taught(at: TestingPanel, contents: readonly string[] = [PORT, LEDGER, CSV]) {
  const ids: string[] = [];
  for (const content of contents) {
    const { id } = await at.other.memories.remember({ content, source: "user_taught" });
    ids.push(id ?? "");
  }
  return ids;
}

const contents = (rows: readonly MemoryRow[]) => rows.map(({ content }) => content);

test("today counts memories and lists those learned since the last visit", async () => {
  const at = await startPanel();
  await taught(at);
  const today = await at.call("GET /api/today", {});
  expect(today.counts.memories).toBe(3);
  expect(contents(today.learned)).toEqual([CSV, LEDGER, PORT]);
  expect(today.days).toHaveLength(30);
  expect(today.days.at(-1)?.made).toBe(3);
  const later = await at.call("GET /api/today", { sinceMs: String(Date.now() + 1000) });
  expect(later).toMatchObject({ learned: [], hasMoreLearned: false });
});

test("a question finds memories and returns the words that matched", async () => {
  const at = await startPanel();
  await taught(at);
  const { rows } = await at.call("GET /api/memories", { query: "who numbers invoices" });
  expect(rows[0]).toMatchObject({ content: LEDGER, matched: ["numbers", "invoices"] });
  // An unfinished word without results does not count as a gap.
  await at.call("GET /api/memories", { query: "zyzzyva quok" });
  expect((await at.call("GET /api/today", {})).needs.gaps).toBe(0);
});

test("a list is paged and contains each memory once", async () => {
  const at = await startPanel();
  const many = Array.from(
    { length: 130 },
    (_, i) => `Service number ${i} listens on port ${9000 + i} in staging.`,
  );
  await at.other.exchange.importLines(lines(many), { isVerbatim: true });
  const first = await at.call("GET /api/memories", {});
  expect(first).toMatchObject({ next: expect.any(String) });
  const second = await at.call("GET /api/memories", { after: first.next ?? "" });
  expect(second.next).toBeNull();
  const ids = [...first.rows, ...second.rows].map(({ id }) => id);
  expect(new Set(ids).size).toBe(130);
});

async function* lines(texts: readonly string[]) {
  for (const content of texts) yield JSON.stringify({ content, type: "fact" });
}

test("a question finds what contains its words or is near in meaning, and completes the word that is typed", async () => {
  const at = await startPanel();
  await taught(at);
  const found = async (query: string) => {
    const { rows, corrected } = await at.call("GET /api/memories", { query });
    return { found: contents(rows), corrected };
  };
  expect(await found("zzzzqqqq")).toEqual({ found: [], corrected: undefined });
  expect(await found("invoi")).toEqual({ found: [LEDGER], corrected: "Invoices" });
  expect(await found("invoices ledgr")).toEqual({ found: [LEDGER], corrected: undefined });
});

test("filters apply to lists and to questions", async () => {
  const at = await startPanel();
  const [port = "", ledger = ""] = await taught(at);
  await at.call("POST /api/changes", { action: "add_tag", ids: [port], tag: "ops" });
  await at.call("POST /api/changes", { action: "pin", ids: [ledger] });
  expect(contents((await at.call("GET /api/memories", { tag: "ops" })).rows)).toEqual([PORT]);
  const asked = await at.call("GET /api/memories", { query: "port invoices", only: "pinned" });
  expect(contents(asked.rows)).toEqual([LEDGER]);
  await at.call("POST /api/changes", { action: "archive", ids: [port] });
  const found = async (state: "active" | "archived" | "all") => {
    const { rows } = await at.call("GET /api/memories", { query: "port invoices", state });
    return contents(rows).sort();
  };
  expect(await found("active")).toEqual([LEDGER]);
  expect(await found("archived")).toEqual([PORT]);
  expect(await found("all")).toEqual([LEDGER, PORT]);
});

test("a filter is applied before the hits of a question are limited", async () => {
  const at = await startPanel();
  const many = Array.from(
    { length: 70 },
    (_, i) => `Service number ${i} listens on port ${9000 + i} in staging.`,
  );
  await at.other.exchange.importLines(lines(many), { isVerbatim: true });
  const { rows } = await at.call("GET /api/memories", { query: "port in staging" });
  const listed = await at.other.memories.list();
  const last = listed.find(({ id }) => rows.every((row) => row.id !== id));
  await at.call("POST /api/changes", { action: "pin", ids: [last?.id ?? ""] });
  const pinned = await at.call("GET /api/memories", { query: "port in staging", only: "pinned" });
  expect(contents(pinned.rows)).toEqual([last?.content]);
});

test.each(["confirm", "archive", "pin"] as const)(
  "%s of several memories is undone together",
  async (action) => {
    const at = await startPanel();
    const ids = await taught(at);
    const before = await Promise.all(ids.map((id) => at.other.memories.get(id)));
    const result = await at.call("POST /api/changes", { action, ids });
    expect(result).toMatchObject({ changed: ids, failed: [] });
    expect(result.changes).toHaveLength(3);
    expect(await at.call("POST /api/undo", { changes: result.changes })).toEqual({
      undone: 3,
      failed: 0,
    });
    const after = await Promise.all(ids.map((id) => at.other.memories.get(id)));
    const facts = ({ state, isPinned, standing, evidence }: (typeof after)[number]) => ({
      state,
      isPinned,
      standing,
      evidence,
    });
    expect(after.map(facts)).toEqual(before.map(facts));
  },
);

test("a memory that cannot be changed does not prevent changes of the others", async () => {
  const at = await startPanel();
  const [port = ""] = await taught(at, [PORT]);
  const unknown = "01890000-0000-7000-8000-000000000000";
  const { changed, failed } = await at.call("POST /api/changes", {
    action: "confirm",
    ids: [unknown, port],
  });
  expect(changed).toEqual([port]);
  expect(failed).toMatchObject([{ id: unknown, code: "memory_not_found" }]);
});

test("forgetting deletes memories and offers no undo", async () => {
  const at = await startPanel();
  const ids = await taught(at);
  expect((await at.call("POST /api/changes", { action: "forget", ids })).changes).toEqual([]);
  expect(await at.other.memories.list({ state: null })).toEqual([]);
});

test("a memory's detail contains its versions, relations and facts", async () => {
  const at = await startPanel();
  const [port = "", ledger = ""] = await taught(at);
  await at.other.memories.link(port, { memory: ledger });
  const edited = `${PORT} It moves next year.`;
  const { changes } = await at.call("POST /api/memories/:id", { content: edited }, { id: port });
  const detail = await at.call("GET /api/memories/:id", {}, { id: port });
  expect(detail.memory.content).toBe(edited);
  expect(detail.versions[0]).toMatchObject({ content: PORT });
  expect(detail.relations).toMatchObject([
    { type: "relates_to", isOutgoing: true, otherId: ledger },
  ]);
  expect(detail.facts).toMatchObject({ source: "user_taught", observations: 1 });
  await at.other.memories.confirm(port);
  const confirmed = await at.call("GET /api/memories/:id", {}, { id: port });
  expect(confirmed.evidence.at(-1)?.detail).toEqual({
    text: "confirmed by the user",
    sentence: { code: "confirmed_by_user", values: {} },
  });
  await at.call("POST /api/undo", { changes });
  expect((await at.other.memories.get(port)).content).toBe(PORT);
});

test("a decision on a flagged memory is applied and can be undone", async () => {
  const at = await startPanel();
  const [port = ""] = await taught(at);
  await at.other.memories.feedback(port, "flag", { because: "the proxy: it moved" });
  const { items, total } = await at.call("GET /api/review", {});
  expect(total).toBe(1);
  const reasons = [{ reason: "flagged", about: "the proxy: it moved", changes: [] }];
  expect(items).toMatchObject([{ kind: "memory", id: port, memory: { content: PORT }, reasons }]);
  const detail = await at.call("GET /api/memories/:id", {}, { id: port });
  expect(detail.reviewReasons).toEqual(reasons);
  const decision = { kind: "memory", verdict: "reject" } as const;
  const { changes } = await at.call("POST /api/review/:id", decision, { id: port });
  expect((await at.other.memories.get(port)).state).toBe("archived");
  await at.call("POST /api/undo", { changes });
  expect((await at.other.memories.get(port)).state).toBe("active");
  expect((await at.call("GET /api/review", {})).total).toBe(1);
});

test("a waiting observation can be accepted with different words", async () => {
  const at = await startPanel();
  await at.other.admin.setMode("review");
  await at.other.sessions.ingest(session(), "live");
  await at.other.sessions.learnDue();
  const { items } = await at.call("GET /api/review", {});
  const item = items.find(({ kind }) => kind === "candidate");
  expect(item).toMatchObject({ reason: "awaits_review" });
  const decision = { kind: "candidate", verdict: "accept", content: LEDGER } as const;
  const { memoryId } = await at.call("POST /api/review/:id", decision, { id: item?.id ?? "" });
  expect((await at.other.memories.get(memoryId ?? "")).content).toBe(LEDGER);
});

test("an observation still waits if the person's words cannot be stored", async () => {
  const at = await startPanel();
  await at.other.admin.setMode("review");
  await at.other.sessions.ingest(session(), "live");
  await at.other.sessions.learnDue();
  const before = await at.call("GET /api/review", {});
  const id = before.items.find(({ kind }) => kind === "candidate")?.id ?? "";
  const decision = { kind: "candidate", verdict: "accept", content: "word ".repeat(3000) } as const;
  await expect(at.call("POST /api/review/:id", decision, { id })).rejects.toThrow(/4\d\d/);
  expect(await at.call("GET /api/review", {})).toMatchObject({ items: [{ id }], total: 1 });
  expect(await at.other.memories.list()).toEqual([]);
});

/** Returns the events of a session in which a person states a rule. */
const ANSWER =
  "I removed package-lock.json and added pnpm-lock.yaml, because npm resolves other versions.";

function session(): Event[] {
  const at = { v: EVENT_VERSION, session: "s1", agent: "claude-code" } as const;
  const ts = (second: number) => new Date(Date.UTC(2026, 9, 1, 10, 0, second)).toISOString();
  return [
    { ...at, kind: "session_start", ts: ts(0) },
    { ...at, kind: "prompt", ts: ts(1), text: "Always use pnpm in this project, never npm." },
    { ...at, kind: "message", ts: ts(2), text: ANSWER },
    { ...at, kind: "session_end", ts: ts(3), outcome: "success" },
  ];
}

test("open pages are notified of writes by another process", async () => {
  const at = await startPanel();
  const answer = await at.fetch("/api/feed");
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  let isWritten = false;
  while (!text.includes("event: change")) {
    const { value = "", done } = (await reader?.read()) ?? { done: true };
    if (done === true) break;
    text += value;
    if (!isWritten) await taught(at, [PORT]);
    isWritten = true;
  }
  expect(text).toContain("event: change");
  await reader?.cancel();
});

test("a session is listed, and its detail contains its prompts and what was learned", async () => {
  const at = await startPanel();
  await at.other.sessions.ingest(session(), "live");
  await at.other.sessions.learnDue();
  const { sessions } = await at.call("GET /api/sessions", {});
  expect(sessions).toMatchObject([{ id: "s1", agent: "claude-code", outcome: "success" }]);
  const detail = await at.call("GET /api/sessions/:id", {}, { id: "s1" });
  const asked = "Always use pnpm in this project, never npm.";
  expect(detail.turns).toMatchObject([
    { asked, messages: [{ content: ANSWER, isRetracted: false }] },
  ]);
  expect(contents(detail.learned).join()).toContain("pnpm");
});

test("a question finds its memory, and a question without an answer becomes a gap", async () => {
  const at = await startPanel();
  await taught(at);
  const known = await at.call("POST /api/ask", { query: "Which port does staging use?" });
  expect(known.answers[0]).toMatchObject({ kind: "memory", memory: { content: PORT } });
  await at.call("POST /api/ask", { query: "Who waters the zyzzyva quokka?" });
  const { gaps } = await at.call("GET /api/gaps", {});
  expect(gaps).toMatchObject([{ query: "Who waters the zyzzyva quokka?", times: 1 }]);
});

test("a preview of teaching shows the redacted content and similar memories", async () => {
  const at = await startPanel();
  await taught(at, [PORT]);
  const content = `${PORT} The token is ghp_${"x7Kq2Lm9Pz4Rt6Wv8"}${"Yb3Nc5Hd1Jf0Gs2Aq4E"}.`;
  const preview = await at.call("POST /api/teach", { content, isPreview: true });
  expect(preview.content).not.toContain("ghp_");
  const copied = `${LEDGER} <${INJECTED_TAG}>shown before</${INJECTED_TAG}>`;
  const own = await at.call("POST /api/teach", { content: copied, isPreview: true });
  expect(own.content).toBe(LEDGER);
  expect(preview.redactions).toHaveLength(1);
  expect(contents(preview.similar)).toEqual([PORT]);
  // The same topic, and something else about it.
  const news = "The staging port is open to the office network only.";
  const other = await at.call("POST /api/teach", { content: news, isPreview: true });
  expect(other.similar).toEqual([]);
  expect(await at.other.memories.list()).toHaveLength(1);
  const { memoryId, changes } = await at.call("POST /api/teach", { content: LEDGER });
  expect((await at.other.memories.get(memoryId ?? "")).source).toBe("user_taught");
  await at.call("POST /api/undo", { changes });
  expect((await at.other.memories.get(memoryId ?? "")).state).toBe("archived");
  expect(await at.call("POST /api/teach", { content: "too short" })).toMatchObject({
    memoryId: null,
    refused: expect.any(String),
  });
});

test.each([
  { kind: "outdated" },
  { kind: "wrong", because: "It was a guess." },
  { kind: "replace", content: `${PORT} Until May.` },
  { kind: "scope", scope: "global" },
] as const)("a correction changes a memory and can be undone: %o", async (correction) => {
  const at = await startPanel();
  const [id = ""] = await taught(at, [PORT]);
  const facts = async () => {
    const { state, scope, supersededBy, tags } = await at.other.memories.get(id);
    return { state, scope, supersededBy, tags };
  };
  const before = await facts();
  const { changes } = await at.call("POST /api/memories/:id/correct", correction, { id });
  expect(await facts()).not.toEqual(before);
  await at.call("POST /api/undo", { changes });
  expect(await facts()).toEqual(before);
});

test("settings never contain the value of a secret", async () => {
  const at = await startPanel({ TACIT_AUTH_TOKEN: "7f3d-not-for-the-page" });
  const settings = await at.call("GET /api/settings", {});
  const secret = settings.options.find(({ name }) => name === "authToken");
  expect(secret).toMatchObject({ value: null, source: "environment", mayChange: false });
  expect(JSON.stringify(settings)).not.toContain("7f3d-not-for-the-page");
});

test("settings show the source of an option, change it, and refuse a secret", async () => {
  const at = await startPanel();
  const option = async () => {
    const { options } = await at.call("GET /api/settings", {});
    return options.find(({ name }) => name === "keepSessionDays");
  };
  expect(await option()).toMatchObject({ source: "default", mayChange: true });
  await at.call("POST /api/settings", { name: "keepSessionDays", value: "30" });
  expect(await option()).toMatchObject({ value: "30", source: "user" });
  await at.call("POST /api/settings", { name: "keepSessionDays", value: null });
  expect((await option())?.source).toBe("default");
  await at.call("POST /api/settings", { name: "mode", value: "review" });
  expect(await at.other.admin.mode()).toBe("review");
  const refused = at.call("POST /api/settings", { name: "authToken", value: "x" });
  await expect(refused).rejects.toThrow(/usage/);
});

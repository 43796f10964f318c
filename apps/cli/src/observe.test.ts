/** Replayed events: which sessions are finished is independent of other events in the same input. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestMachine, testMachine } from "./testing-machine.ts";

let machine: TestMachine;
beforeEach(() => {
  machine = testMachine();
});
afterEach(() => machine.remove());

const event = (session: string, seq: number, more: object) =>
  JSON.stringify({ v: 1, session, seq, ts: `2026-10-01T10:00:0${seq}.000Z`, ...more });
const rule = (session: string, text: string, more: object = {}) =>
  event(session, 0, { kind: "prompt", text, ...more });
const end = (session: string, more: object = {}) =>
  event(session, 1, { kind: "session_end", outcome: "success", ...more });

test("exports the events of a session by the beginning of its id, with the project", async () => {
  await machine.json(["observe", "-"], `${rule("5f1c-aa", "Hello.")}\n${rule("7d00-bb", "Bye.")}`);
  const { stdout, status } = await machine.run(["events", "export", "--session", "5f1c"]);
  expect(status).toBe(0);
  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as object);
  expect(lines).toMatchObject([{ session: "5f1c-aa", project: expect.stringMatching(/project$/) }]);
  expect((await machine.run(["prefetch", "--session", "5f1c"])).status).toBe(0);
  expect((await machine.run(["events", "export", "--session", "9"])).status).toBe(66);
});

test("determines finished sessions independently of a project that captures nothing", async () => {
  const off = { project: "github.com/x/off" };
  await machine.json(["observe", "-"], rule("first", "Hello over there.", off));
  await machine.json(["projects", "mode", "off", "--project", off.project]);
  const lines = [
    rule("elsewhere", "No, always use tabs, never spaces.", off),
    end("elsewhere", off),
    rule("open", "No, always use pnpm, never npm, in this repository."),
    rule("over", "No, always run the linter before you commit, never after."),
    end("over"),
  ];
  const result = await machine.json(["observe", "-"], lines.join("\n"));
  expect(result).toMatchObject({
    sessions: 2,
    promoted: [{ content: expect.stringContaining("linter") }],
  });
});

test("a learned memory states its session and event wherever it is printed", async () => {
  const text = "No, always run the linter before you commit, never after.";
  await machine.json(["observe", "-", "--finalize"], `${rule("s1", text)}\n${end("s1")}`);
  const origin = { learnedFrom: { session: "s1", seq: 0 } };
  const listed = (await machine.json(["list"])) as readonly { readonly id: string }[];
  expect(listed).toMatchObject([origin]);
  expect(await machine.json(["show", listed[0]?.id ?? ""])).toMatchObject(origin);
  expect(await machine.json(["recall", "linter", "--in", "memories"])).toMatchObject({
    hits: [origin],
  });
  const exported = JSON.parse((await machine.run(["export"])).stdout) as object;
  expect(exported).toMatchObject({ memories: [origin] });
});

/** Readability of a page: pictures fit, links open sections, lists have commas, nothing is repeated. */
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestMachine, testMachine } from "../testing-machine.ts";
import { long, session } from "./testing-sessions.ts";

let machine: TestMachine;
beforeEach(() => {
  machine = testMachine();
});
afterEach(() => machine.remove());

async function observed(...sessions: string[]): Promise<void> {
  const ran = await machine.run(["observe", "-", "--finalize"], sessions.join("\n"));
  expect(ran.status).toBe(0);
}

async function page(id: string): Promise<string> {
  const ran = await machine.run(["report", id, "--html"]);
  expect(ran.status).toBe(0);
  return readFileSync(ran.stdout.trim(), "utf8");
}

test("draws all shapes within both pictures, however long the session was", async () => {
  await observed(session("s-1", "the cart"), long("s-2", 500));
  for (const id of ["s-1", "s-2"]) {
    const html = await page(id);
    const pictures = [...html.matchAll(/<svg class="(\w+)"[\s\S]*?<\/svg>/g)];
    expect(pictures.map(([, name]) => name)).toEqual(["wide", "narrow"]);
    for (const [picture] of pictures) {
      const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(picture)?.map(Number) ?? [];
      const xs = [...picture.matchAll(/\b(?:x|x1|x2|cx)="([\d.]+)"/g)].map(([, x]) => Number(x));
      expect(xs.length).toBeGreaterThan(10);
      for (const x of xs) expect(x).toBeLessThanOrEqual(width ?? 0);
      const lanes = [...picture.matchAll(/translate\(0 (\d+)\)/g)].map(([, y]) => Number(y));
      expect(Math.max(...lanes)).toBeLessThan(height ?? 0);
    }
  }
});

test("opens a collapsed section when a link to it is followed", async () => {
  await observed(session("s-1", "the cart"));
  const html = await page("s-1");
  const targets = [...html.matchAll(/<a href="#(\w+)"/g)].map(([, id]) => id);
  expect(targets).toContain("files");
  const inside = /<details class="part"[^>]*><summary>.*?<\/summary><div class="body" id="(\w+)">/g;
  expect([...html.matchAll(inside)].map(([, id]) => id)).toEqual(targets);
});

test("separates lists by commas, formats code, lists waiting items once, and marks prompts without steps", async () => {
  const start = Date.UTC(2026, 8, 2, 9);
  const event = (id: string, at: number, more: object) =>
    JSON.stringify({
      v: 1,
      session: id,
      ts: new Date(start + at).toISOString(),
      key: `${at}`,
      ...more,
    });
  const step = (at: number, tool: string, more: object) => [
    event("s-3", at, { kind: "tool_call", callId: `c${at}`, tool, input: {}, ...more }),
    event("s-3", at + 1, {
      kind: "tool_result",
      callId: `c${at}`,
      tool,
      output: "ok",
      isError: false,
      ...more,
    }),
  ];
  const lines = [
    event("s-3", 0, { kind: "prompt", text: "read it" }),
    ...step(10, "read", { files: ["src/a.ts"] }),
    ...step(20, "read", { files: ["src/b.ts"] }),
    ...step(30, "shell", { input: { command: "npm test" }, exitCode: 0 }),
    event("s-3", 40, { kind: "prompt", text: "what is `a.ts` for?" }),
    event("s-3", 50, { kind: "message", text: "It adds." }),
    event("s-3", 60, { kind: "prompt", text: "thanks, and b?" }),
    event("s-3", 70, { kind: "session_end", outcome: "success" }),
  ];
  await observed(lines.join("\n"));
  const html = await page("s-3");
  expect(html).toMatch(/a\.ts<\/bdi><\/code>, <code><bdi>src\/<wbr>b\.ts/);
  expect(html).toContain("what is <code>a.ts</code> for?");
  expect(html).toContain("text answer only");
  expect(html).toContain("no answer recorded");
  expect(html).toContain("waiting for the same observation in more sessions");
  expect(html).not.toMatch(/waiting: waiting/);
  const { stdout } = await machine.run(["report", "s-3"]);
  expect(stdout).toContain("text answer only: “what is `a.ts` for?”");
  expect(stdout).toContain("no answer recorded: “thanks, and b?”");
});

test("lists evidence of this session first and equal evidence once", async () => {
  const start = Date.UTC(2026, 8, 1, 9);
  const many = Array.from({ length: 9 }, (_, i) =>
    session(`e-${i}`, "x", start + i * 3_600_000).replaceAll(
      "x is broken",
      "x is broken in src/x.ts",
    ),
  );
  await observed(...many);
  const html = await page("e-8");
  const lists = [...html.matchAll(/of evidence<\/summary><ul>(.*?)<\/ul>/g)].map(([, list = ""]) =>
    [...list.matchAll(/<li>(.*?)<\/li>/g)].map(([, item = ""]) => item),
  );
  expect(lists.length).toBeGreaterThan(0);
  for (const items of lists) {
    expect(new Set(items).size).toBe(items.length);
    const isElse = items.map((item) => item.includes("other session"));
    expect(isElse).toEqual([...isElse].sort());
  }
  expect(lists.flat().some((item) => !item.includes("other session"))).toBe(true);
  expect(lists.flat().some((item) => item.includes("times in other sessions"))).toBe(true);
});

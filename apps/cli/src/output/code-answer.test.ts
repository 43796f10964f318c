/** How code answers are fetched and shown: everything once, and omissions are reported. */
import type { ImpactAnswer, Tacit } from "@tacit-memory/memory";
import { expect, test } from "vitest";
import type { CommandContext } from "../command-context.ts";
import type { Machine } from "../machine.ts";
import { showAnswer } from "./code-answer.ts";
import { createRenderer } from "./renderer.ts";

const ANSWER = {
  target: "src/a.ts",
  direction: "dependents",
  nodes: [{ path: "src/b.ts", via: "imports", depth: 1, confidence: 1, tier: "import" }],
  tests: [],
  memories: ["m_one", "m_forgotten"],
  complete: true,
  stale: [],
  related: [],
  byMemory: [],
  unknown: { names: [], calls: [], callCount: 0, unread: [], unreadBy: {} },
} as unknown as ImpactAnswer;

test.each([
  ["for a script, none: it is given the ids", true, [], '"memories":["m_one","m_forgotten"]'],
  ["for a person, those that are there", false, ["m_one", "m_forgotten"], "Ports are fixed."],
])("%s", async (_name, isJson, request, expected) => {
  const fetched: string[] = [];
  const get = async (id: string) => {
    fetched.push(id);
    if (id === "m_forgotten") throw new Error("forgotten meanwhile");
    return { id, type: "fact", title: "Ports are fixed." };
  };
  const printed = await shown(ANSWER, isJson, get);
  expect(fetched).toEqual(request);
  expect(printed).toContain(expected);
});

test("merges equal names of one file into one line and counts omitted tests", async () => {
  const node = { path: "src/b.test.ts", via: "calls", depth: 1, confidence: 1, tier: "import" };
  const nodes = ["request", "request", "setUp"].map((symbol) => ({ ...node, symbol }));
  const tests = Array.from({ length: 10 }, (_, i) => `src/${i}.test.ts`);
  const answer = { ...ANSWER, nodes, tests, memories: [] } as unknown as ImpactAnswer;
  const printed = await shown(answer, false, () => Promise.reject(new Error("none")));
  expect(printed).toContain("3 places that depend on it directly");
  expect(printed).toMatch(/^ {2}request ×2 +calls it +src\/b\.test\.ts$/m);
  expect(printed.match(/request/g)).toHaveLength(1);
  expect(printed).toContain("… and 2 more test files (--json lists all)");
});

async function shown(
  answer: ImpactAnswer,
  isJson: boolean,
  get: (id: string) => Promise<unknown>,
): Promise<string> {
  let printed = "";
  const machine: Machine = {
    env: { NO_COLOR: "1" },
    platform: "linux",
    userHome: "/",
    cwd: () => "/",
    stdin: process.stdin,
    stdout: { write: (text) => (printed += text) },
    stderr: { write: () => true },
    nowMs: () => 0,
  };
  const context: CommandContext = {
    machine,
    place: { home: "/", named: null },
    out: createRenderer(machine, isJson),
    endWith: () => undefined,
  };
  const memories = { get } as unknown as Tacit["memories"];
  await showAnswer(context, { memories }, answer);
  return printed;
}

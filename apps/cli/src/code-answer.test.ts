/** Does an answer about code ask for the memories only where somebody is shown them? */
import type { ImpactAnswer, Tacit } from "@tacit-memory/memory";
import { expect, test } from "vitest";
import { showAnswer } from "./code-answer.ts";
import { createRenderer } from "./renderer.ts";
import type { Machine, World } from "./world.ts";

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
} as unknown as ImpactAnswer;

test.each([
  ["for a script, none: it is given the ids", true, [], '"memories":["m_one","m_forgotten"]'],
  ["for a person, those that are there", false, ["m_one", "m_forgotten"], "Ports are fixed."],
])("%s", async (_name, isJson, asked, told) => {
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
  const world: World = {
    machine,
    place: { home: "/", named: null },
    out: createRenderer(machine, isJson),
    endWith: () => undefined,
  };
  const fetched: string[] = [];
  const get = async (id: string) => {
    fetched.push(id);
    if (id === "m_forgotten") throw new Error("forgotten meanwhile");
    return { id, type: "fact", title: "Ports are fixed." };
  };
  await showAnswer(world, { get: get as unknown as Tacit["get"] }, ANSWER);
  expect(fetched).toEqual(asked);
  expect(printed).toContain(told);
});

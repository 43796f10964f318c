/** Tests our answers and the files we write against the schemas that vendors have published. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "jsonc-parser";
import { afterAll, expect, test } from "vitest";
import { CODEX } from "./codex/codex.ts";
import { REGISTERED_HOSTS } from "./registration/hosts/hosts.ts";
import { planConnect } from "./registration/plan.ts";
import { testHomes } from "./registration/testing-registration.ts";
import {
  CLAUDE_SETTINGS,
  CODEX_ANSWERS,
  CODEX_HOOKS,
  GEMINI_SETTINGS,
  misfits,
  type Shape,
} from "./testing-published-shapes.ts";

const homes = testHomes();
afterAll(() => homes.remove());

/** Codex's events, and one that it does not have. */
const CODEX_EVENTS = [
  "SessionStart",
  "SessionEnd",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "PermissionRequest",
  "PreCompact",
  "PostCompact",
  "SubagentStart",
  "SubagentStop",
  "Stop",
  "Interrupt",
  "NoSuchEvent",
];

test.each(CODEX_EVENTS)("Codex at %s: answers only with keys of its schema", (event) => {
  const shape = CODEX_ANSWERS[event];
  for (const text of ["x", "<tacit-memory>\n\"'\u2028\n</tacit-memory>"]) {
    const answer = CODEX.encode(event, text, {});
    if (shape === undefined) expect(answer).toBe("");
    else expect(misfits(JSON.parse(answer), shape)).toEqual([]);
  }
  expect(CODEX.encode(event, "", {})).toBe("");
});

test.each<[string, string, Shape]>([
  ["claude-code", "settings.json", CLAUDE_SETTINGS],
  ["codex", "hooks.json", CODEX_HOOKS],
  ["gemini", "settings.json", GEMINI_SETTINGS],
])("%s: connect writes a valid %s", (name, file, shape) => {
  const host = REGISTERED_HOSTS.filter((registeredHost) => registeredHost.name === name);
  const { files } = planConnect(homes.request(), host);
  const written = files.find(({ path }) => path.endsWith(file))?.after ?? "";
  expect(written).toContain("tacit");
  expect(misfits(parse(written), shape)).toEqual([]);
});

test.each<[string, Shape]>([
  ["plugin/hooks/hooks.json", CLAUDE_SETTINGS],
  ["plugin/hooks/codex.json", CODEX_HOOKS],
])("%s", (path, shape) => {
  const file = fileURLToPath(new URL(`../../../${path}`, import.meta.url));
  expect(misfits(JSON.parse(readFileSync(file, "utf8")), shape)).toEqual([]);
});

test.each<[string, unknown, Shape, string]>([
  [
    "one key too many",
    { additionalContext: "x" },
    CODEX_ANSWERS["SessionStart"] ?? "text",
    "/additionalContext: no such key",
  ],
  [
    "another moment's name",
    { hookSpecificOutput: { hookEventName: "Stop" } },
    CODEX_ANSWERS["PostToolUse"] ?? "text",
    '/hookSpecificOutput/hookEventName: not "PostToolUse"',
  ],
  [
    "an event that is none",
    { hooks: { BeforeTools: [] } },
    GEMINI_SETTINGS,
    "/hooks/BeforeTools: no such key",
  ],
  [
    "a hook without a command",
    { hooks: { Stop: [{ hooks: [{ type: "command" }] }] } },
    CLAUDE_SETTINGS,
    "/hooks/Stop/0/hooks/0/command: missing",
  ],
  [
    "no hooks",
    { hooks: { Stop: [{ hooks: [] }] } },
    CODEX_HOOKS,
    "/hooks/Stop/0/hooks: not a list",
  ],
])("detects an error: %s", (_name, value, shape, expected) => {
  expect(misfits(value, shape)).toEqual([expected]);
});

/** A memory is shown to the readers it is meant for and to no others. */
import { expect, test } from "vitest";
import { type AgentReader, isVisibleTo } from "./visibility.ts";

const READER: AgentReader = {
  session: "s1",
  agent: "codex",
  branch: "feat/a",
  maySeeSecrets: false,
};
const MEMORY = { scope: "project", scopeOwner: null, visibility: "personal" } as const;

test.each([
  ["of the project", {}, {}, true],
  ["of every project", { scope: "global" }, {}, true],
  ["secret", { visibility: "secret" }, {}, false],
  ["secret, where the user allows it", { visibility: "secret" }, { maySeeSecrets: true }, true],
  ["of its session", { scope: "session", scopeOwner: "s1" }, {}, true],
  [
    "of its session, to a subagent",
    { scope: "session", scopeOwner: "s1" },
    { session: "s1/a7" },
    true,
  ],
  ["of another session", { scope: "session", scopeOwner: "s2" }, {}, false],
  ["of a session whose id begins like its own", { scope: "session", scopeOwner: "s" }, {}, false],
  ["of a session, to nobody's", { scope: "session", scopeOwner: "s1" }, { session: null }, false],
  ["of its program", { scope: "agent", scopeOwner: "codex" }, {}, true],
  [
    "of its program's longer name",
    { scope: "agent", scopeOwner: "codex" },
    { agent: "codex-mcp-client" },
    true,
  ],
  ["of another program", { scope: "agent", scopeOwner: "gemini" }, {}, false],
  ["of its task", { scope: "task", scopeOwner: "feat/a" }, {}, true],
  ["of another task", { scope: "task", scopeOwner: "feat/b" }, {}, false],
  [
    "of a task, where nothing is checked out",
    { scope: "task", scopeOwner: "feat/a" },
    { branch: null },
    false,
  ],
  ["of nobody knows which session", { scope: "session" }, {}, true],
] as const)("%s", (_what, memory, reader, isSeen) => {
  const owned = { ...MEMORY, ...memory };
  expect(isVisibleTo({ ...READER, ...reader }, owned)).toBe(isSeen);
  expect(isVisibleTo(null, owned)).toBe(true);
});

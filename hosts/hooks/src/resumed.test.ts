/** Tests that a resumed session is shown what other sessions learned meanwhile, and nothing that it still has. */
import { openTacit } from "@tacit-memory/memory";
import { expect, test } from "vitest";
import { taught } from "./testing-setup.ts";

interface Resuming {
  readonly start: readonly [event: string, payload: object];
  readonly prompt: string;
  readonly end: readonly [event: string, payload: object];
  readonly isShownAtStart: boolean;
}

const claudeAlone = {
  sessionId: undefined,
  sessionContext: undefined,
  workspaceRoots: undefined,
  timestamp: undefined,
};
const RESUMING: Readonly<Record<string, Resuming>> = {
  "claude-code": {
    start: ["SessionStart", { ...claudeAlone, source: "resume" }],
    prompt: "UserPromptSubmit",
    end: ["SessionEnd", { ...claudeAlone, reason: "other" }],
    isShownAtStart: true,
  },
  codex: {
    start: ["SessionStart", { source: "resume" }],
    prompt: "UserPromptSubmit",
    end: ["SessionEnd", { reason: "other" }],
    isShownAtStart: true,
  },
  gemini: {
    start: ["SessionStart", { source: "resume" }],
    prompt: "BeforeAgent",
    end: ["SessionEnd", { reason: "exit" }],
    isShownAtStart: false,
  },
  copilot: {
    start: ["sessionStart", { source: "resume" }],
    prompt: "userPromptSubmitted",
    end: ["sessionEnd", { reason: "complete" }],
    isShownAtStart: false,
  },
};

test.each(Object.entries(RESUMING))(
  "%s: shows a resumed session only what was learned since its last block, once",
  async (host, { start: [start, resumed], prompt, end: [end, ended], isShownAtStart }) => {
    const at = await taught();
    const ask = (text: string) => {
      const alone = host === "claude-code" ? claudeAlone : {};
      return at.tell(host, prompt, "s1", { ...alone, prompt: text, turn_id: text });
    };
    const begin = async (more: object) => {
      const shown = await at.tell(host, start, "s1", { ...resumed, ...more });
      return `${shown}${await ask(`Go on with ${JSON.stringify(more)}.`)}`;
    };
    expect(await begin({ source: host === "copilot" ? "new" : "startup" })).toContain("pnpm");
    await at.tell(host, end, "s1", ended);
    expect(await begin({})).not.toContain("pnpm");
    const tacit = await openTacit({ home: at.home, cwd: at.project });
    await tacit.memories.remember({
      content: "Deploy with the blue pipeline only.",
      type: "convention",
      source: "agent_explicit",
    });
    await tacit.close();
    const shown = await at.tell(host, start, "s1", resumed);
    expect(shown.includes("blue pipeline")).toBe(isShownAtStart);
    const next = await ask("What is next in the list?");
    expect(`${shown}${next}`).toContain("blue pipeline");
    expect(`${shown}${next}`).not.toContain("pnpm");
    expect(await ask("And what comes then?")).toBe("");
  },
);

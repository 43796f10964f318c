/** `tacit resume`: shows where the last session stopped. */
import { formatAge, type Resumption } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import { openedCaughtUp } from "../../open.ts";
import { columns, printable } from "../../output/layout.ts";
import { iso } from "../../output/memory-json.ts";
import { text } from "../../parsed-args.ts";

const EMPTY_HANDOFF = {
  goal: "",
  done: [],
  next: [],
  openQuestions: [],
  files: [],
  freshness: "stale",
  quality: "thin",
} as const;

export const resume: Command = {
  name: "resume",
  summary: "show the state of the last session: goal, finished steps, next steps",
  arguments: [],
  options: [
    { flags: "--agent <name>", text: "last session of this agent, for example claude-code" },
  ],
  examples: ["tacit resume", "tacit resume --agent claude-code --json"],
  run: openedCaughtUp(async (tacit, context, input) => {
    const agent = text(input, "agent");
    const found = await tacit.sessions.resume(agent ?? null);
    const nowMs = context.machine.nowMs();
    context.out.result(
      found === null ? EMPTY_HANDOFF : { ...found, atMs: undefined, at: iso(found.atMs) },
      () =>
        found === null
          ? `no session${agent === undefined ? "" : ` of ${agent}`} has left a handoff in this project yet`
          : resumptionText(found, nowMs),
    );
  }),
};

function resumptionText(found: Resumption, nowMs: number): string {
  const list = (name: string, items: readonly string[]) =>
    items.map((item, i) => [i === 0 ? name : "", printable(item).replace(/\s*\n\s*/g, " ")]);
  const rows = [
    ...list("goal", found.goal === "" ? [] : [found.goal]),
    ...list("done", found.done),
    ...list("next", found.next),
    ...list("open", found.openQuestions),
    ...list("files", found.files),
  ];
  const where = [
    found.agent,
    found.branch === null ? null : `on ${found.branch}`,
    formatAge(found.atMs, nowMs),
  ];
  return [where.filter((part) => part !== null).join(", "), "", ...columns(rows)].join("\n");
}

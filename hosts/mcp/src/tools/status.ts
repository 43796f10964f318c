/** `status`: reports whether the memory works, and for which project. */
import type { Status } from "@tacit-memory/memory";
import { tool } from "../tool.ts";
import { STATUS_INPUT } from "./tool-inputs.schema.ts";

export const STATUS = tool({
  name: "status",
  title: "Status of the memory",
  description:
    "Shows the project, the number of memories, memories shown to agents, and degraded parts. Keywords: memory, health, count.",
  worksIncognito: true,
  effect: "reads",
  isAlwaysLoaded: false,
  input: STATUS_INPUT,
  work: async ({ tacit }) => {
    const status = await tacit.admin.status();
    const total = (rows: readonly { readonly count: number }[]) =>
      rows.reduce((sum, { count }) => sum + count, 0);
    const active = status.memories.filter(({ state }) => state === "active");
    const waiting = status.candidates.filter(({ state }) => state === "proposed");
    return [
      `project: ${status.project.canonical} (by ${status.project.basis}), branch ${status.branch ?? "none"}, mode ${status.project.mode}`,
      ...stagedLine(status.staged),
      `memories: ${total(active)} active, ${total(status.memories) - total(active)} archived; candidates waiting: ${total(waiting)}`,
      `sessions: ${status.sessions} with ${status.events} events; last event: ${when(status.lastEventAtMs)}`,
      `shown to agents: ${status.injections.count} times, ${status.injections.tokens} tokens; last: ${when(status.injections.lastAtMs)}`,
      `asked to record notes: ${status.asked.requests} times, ${status.asked.tokens} tokens; memories from notes: ${status.asked.notes}`,
      `store: ${(status.storeBytes / 1e6).toFixed(1)} MB, ${status.engine}; spool: ${status.spool.files} files, ${status.spool.bytes} bytes, ${status.spool.rejectedLines} rejected lines`,
      ...status.degraded.map((item) => `degraded: ${item}`),
    ].join("\n");
  },
});

function when(atMs: number | null): string {
  return atMs === null ? "never" : new Date(atMs).toISOString();
}

function stagedLine({ memories, hidden }: Status["staged"]): string[] {
  if (memories === 0) return [];
  return [
    `unmerged: ${memories} learned on branches that are not merged yet, ${hidden} of them not shown on this branch`,
  ];
}

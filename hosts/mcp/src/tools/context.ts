/** `context`: what a session should know before it begins a task. */
import { tool } from "../tool.ts";
import { CONTEXT_INPUT } from "./tool-inputs.schema.ts";

export const CONTEXT = tool({
  name: "context",
  title: "Context for a task",
  description:
    "Briefing for a task: pinned memories, last handoff, rules, files of similar tasks. For agents without hooks, after compaction, for subagents. Keywords: memory, resume, plan.",
  effect: "reads",
  isAlwaysLoaded: false,
  input: CONTEXT_INPUT,
  work: async ({ tacit, caller }, { task, phase, for: reader }) => {
    await tacit.brief.lookAtGit();
    const recipient = { ...caller, point: "session_start" as const };
    if (reader === "subagent") {
      const { text } = await tacit.brief.subagentBlock({ ...recipient, point: "subagent" });
      return text === "" ? `No memories of ${tacit.identity.name} are for subagents.` : text;
    }
    const needed = task === undefined ? [] : await tacit.brief.prefetch({ task });
    const { text } = await tacit.brief.startBlock(recipient, {
      files: needed.map(({ path }) => path),
      ...(task === undefined ? {} : { task }),
      ...(phase === undefined ? {} : { phase }),
      ...(reader === undefined ? {} : { reader }),
    });
    return text === "" ? `No memories of ${tacit.identity.name} are stored yet.` : text;
  },
});

/** `tacit hook`: called by agent hosts at every step of a session. The bundled hook does the same, faster. */
import { endSoon, type Job, runHookProcess, startWorker } from "@tacit-memory/hooks";
import type { Command } from "../../command.ts";
import { argument } from "../../parsed-args.ts";
import { ownHookPath } from "../../programs.ts";

export const hook: Command = {
  name: "hook",
  summary:
    "(internal) hook entry point: records an event and returns relevant memories; always exits 0",
  arguments: [
    { name: "host", text: "name of the agent, for example claude-code" },
    { name: "event", text: "name of the event in that agent, for example SessionStart" },
  ],
  examples: ["tacit hook claude-code UserPromptSubmit < payload.json"],
  run: async (input, context) => {
    const { env, stdin } = context.machine;
    const { home } = context.place;
    const startedAtMs = Date.now() - process.uptime() * 1000;
    const handOver = (folder: string, job: Job) => startWorker(ownHookPath(), home, folder, job);
    const hookWorld = { env, home, startedAtMs, handOver };
    const write = (answer: string) => void context.out.raw(answer);
    await runHookProcess(argument(input, 0), argument(input, 1), hookWorld, { stdin, write });
    if (stdin === process.stdin) endSoon();
  },
};

/** `tacit hook`: what agent hosts call at every step of a session; the bundled hook does the same, faster. */
import { readInput, runHook, startWorker } from "@tacit-memory/hooks";
import type { Command } from "../command.ts";
import { argument } from "../given.ts";
import { installedPrograms } from "../programs.ts";

export const hook: Command = {
  name: "hook",
  summary:
    "called by an agent host: takes in what happened, answers with what is known; always exits 0",
  arguments: [
    { name: "host", text: "such as claude-code" },
    { name: "event", text: "the host's name of the event, such as SessionStart" },
  ],
  examples: ["tacit hook claude-code UserPromptSubmit < payload.json"],
  run: async (given, world) => {
    const input = readInput();
    if (input === null) {
      world.out.say("tacit: the payload is larger than 32 MB; it was not read");
      return;
    }
    const { env, nowMs } = world.machine;
    const { home } = world.place;
    const handOver = (folder: string) => startWorker(installedPrograms().hookPath, home, folder);
    const place = { env, home, startedAtMs: nowMs(), handOver };
    const answer = await runHook(argument(given, 0), argument(given, 1), input, place);
    if (answer !== "") world.out.raw(answer);
  },
};

/** `tacit projects mode`: how much is captured in this project. */
import { MODES } from "@tacit-memory/memory";
import type { Command } from "../command.ts";
import { argument, oneOf } from "../given.ts";
import { withTacit } from "../open.ts";

export const projectsMode: Command = {
  name: "projects mode",
  summary: "say how much is captured here: automatic, review, off, incognito",
  arguments: [{ name: "mode", text: "left out: print it", isOptional: true }],
  details:
    "automatic  memories are promoted at once\nreview     everything waits in `tacit review`\noff        nothing is captured\nincognito  nothing is captured, nothing is told",
  examples: ["tacit projects mode", "tacit projects mode review"],
  run: async (given, world) => {
    const told = argument(given, 0);
    const wanted = told === "" ? null : oneOf("mode", told, MODES);
    await withTacit(world, async (tacit) => {
      if (wanted !== null) await tacit.setMode(wanted);
      const mode = await tacit.mode();
      world.out.result(
        { project: tacit.identity.canonical, mode },
        () => `${tacit.identity.canonical}: ${mode}`,
      );
    });
  },
};

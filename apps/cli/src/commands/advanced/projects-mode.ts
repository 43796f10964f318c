/** `tacit projects mode`: shows or sets how much is captured in this project. */
import { MODES } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import { withTacit } from "../../open.ts";
import { argument, oneOf } from "../../parsed-args.ts";

export const projectsMode: Command = {
  name: "projects mode",
  summary: "show or set the capture mode of this project: automatic, review, off, incognito",
  arguments: [
    { name: "mode", text: "the new mode (default: print the current mode)", isOptional: true },
  ],
  details:
    "automatic  store memories immediately\nreview     queue all memories in `tacit review`\noff        capture nothing\nincognito  capture nothing and show nothing",
  examples: ["tacit projects mode", "tacit projects mode review"],
  run: async (input, context) => {
    const modeInput = argument(input, 0);
    const wanted = modeInput === "" ? null : oneOf("mode", modeInput, MODES);
    await withTacit(context, async (tacit) => {
      if (wanted !== null) await tacit.admin.setMode(wanted);
      const mode = await tacit.admin.mode();
      context.out.result(
        { project: tacit.identity.canonical, mode },
        () => `${tacit.identity.canonical}: ${mode}`,
      );
    });
  },
};

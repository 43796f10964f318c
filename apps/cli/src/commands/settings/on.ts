/** `tacit on`: reverts `tacit off`. */
import { unsetOption } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import { sayIfOverridden } from "./config-set.ts";

export const on: Command = {
  name: "on",
  summary: "turn hooks on again after `tacit off`",
  arguments: [],
  examples: ["tacit on"],
  run: async (_given, context) => {
    const wasOff = unsetOption({ home: context.place.home, name: "enabled", project: null });
    sayIfOverridden(context, "enabled");
    context.out.result({ enabled: true }, () =>
      wasOff ? "Hooks are on." : "Hooks were on already.",
    );
  },
};

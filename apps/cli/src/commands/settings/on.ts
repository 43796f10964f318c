/** `tacit on`: undoes `tacit off`. */
import type { Command } from "../../command.ts";
import { switchHooks } from "../../settings/hooks-switch.ts";

export const on: Command = {
  name: "on",
  summary: "turn hooks on again after `tacit off`",
  arguments: [],
  examples: ["tacit on"],
  run: async (_given, context) => {
    const { isChanged, isOn } = await switchHooks(context, "on");
    context.out.result({ enabled: isOn }, () => {
      if (!isOn) return "Hooks are still off. `tacit config` shows where this is set.";
      return isChanged ? "Hooks are on." : "Hooks were on already.";
    });
  },
};

/** `tacit off`: turns hooks off. They capture and show nothing until `tacit on`. */
import type { Command } from "../../command.ts";
import { switchHooks } from "../../settings/hooks-switch.ts";

export const off: Command = {
  name: "off",
  summary: "turn all hooks off until `tacit on`: nothing is captured or shown",
  arguments: [],
  details:
    "For one project, use `tacit projects mode off`. Commands and the tools of the MCP server still work.",
  examples: ["tacit off", "tacit on"],
  run: async (_given, context) => {
    const { isOn } = await switchHooks(context, "off");
    context.out.result({ enabled: isOn }, () =>
      isOn
        ? "Hooks are still on. `tacit config` shows where this is set."
        : "Hooks are off. To turn them on, run `tacit on`.",
    );
  },
};

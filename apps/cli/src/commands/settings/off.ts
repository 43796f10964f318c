/** `tacit off`: turns hooks off. They capture and show nothing until `tacit on`. */
import { setOption } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import { sayIfOverridden } from "./config-set.ts";

export const off: Command = {
  name: "off",
  summary: "turn all hooks off until `tacit on`: nothing is captured or shown",
  arguments: [],
  details:
    "For one project, use `tacit projects mode off`. Commands and the tools of the MCP server still work.",
  examples: ["tacit off", "tacit on"],
  run: async (_given, context) => {
    setOption({ home: context.place.home, name: "enabled", project: null }, "off");
    sayIfOverridden(context, "enabled");
    context.out.result({ enabled: false }, () => "Hooks are off. To turn them on, run `tacit on`.");
  },
};

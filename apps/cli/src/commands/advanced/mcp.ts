/** `tacit mcp`: serves the memory to agents over standard input and output. */
import type { Command } from "../../command.ts";
import { projectFolder } from "../../open.ts";
import { VERSION } from "../../version.ts";

export const mcp: Command = {
  name: "mcp",
  summary: "run the MCP server on standard input and output",
  arguments: [],
  details: "Agents start this command themselves after `tacit init` or `tacit connect`.",
  examples: ["claude mcp add tacit -- npx tacit-memory mcp"],
  run: async (_given, context) => {
    const { serveMcpStdio } = await import("@tacit-memory/mcp");
    const cwd = await projectFolder(context);
    await serveMcpStdio({
      home: context.place.home,
      cwd,
      env: context.machine.env,
      version: VERSION,
    });
  },
};

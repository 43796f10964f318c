/** `tacit serve`: serves the memory on this machine over HTTP: the panel for people, and MCP for agents that start no server. */
import type { Command } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { panelMachine } from "../../hosts/panel-machine.ts";
import { projectFolder } from "../../open.ts";
import { port } from "../../parsed-args.ts";
import { panelFolder } from "../../programs.ts";
import { VERSION } from "../../version.ts";

export const serve: Command = {
  name: "serve",
  summary: "run the panel and the MCP server over HTTP on this machine",
  arguments: [],
  options: [{ flags: "--port <n>", text: "port to listen on (default 0: any free port)" }],
  details:
    "People open the panel at the printed address. Agents connect to the `mcpUrl` (MCP over Streamable HTTP), and scripts to `/api`, both with the header `Authorization: Bearer TOKEN`. Only this machine can connect, and only with the printed token, which is new at every start. `/health` answers without it while the server runs. The server stops on Ctrl-C, SIGTERM, or when its parent process ends. Without a terminal, or with --json, it prints one line when it is ready: {url, mcpUrl, token}; the panel's address is then `URL#token=TOKEN`.",
  examples: [
    "tacit serve",
    "tacit serve --port 4517 --json",
    'claude mcp add --transport http tacit "$URL" --header "Authorization: Bearer $TOKEN"',
  ],
  run: async (input, context) => {
    const chosen = port(input);
    const [{ serveMcpHttp, untilEnded }, { createPanelSite, panelAddress }] = await Promise.all([
      import("@tacit-memory/mcp"),
      import("@tacit-memory/panel-server"),
    ]);
    const cwd = await projectFolder(context);
    const { home } = context.place;
    const options = { home, cwd, env: context.machine.env, version: VERSION };
    const panel = { ...options, pages: panelFolder(), machine: panelMachine(context) };
    const served = await serveMcpHttp({
      ...options,
      port: chosen,
      otherSite: (token) => createPanelSite(panel, token),
    });
    const { url, mcpUrl, token } = served;
    if (isRead(context))
      context.out.text(
        `panel at ${panelAddress(url, token)}\nMCP server at ${mcpUrl}\ntoken ${token}\nTo stop the server, press Ctrl-C.`,
      );
    else context.out.jsonLine({ url, mcpUrl, token });
    await untilEnded(served);
  },
};

/** Returns whether a person reads the output. Scripts get one line of JSON, with or without --json. */
function isRead({ machine, out }: CommandContext): boolean {
  return machine.stdout.isTTY === true && !out.isJson;
}

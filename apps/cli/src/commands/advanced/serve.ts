/** `tacit serve`: serves the memory on this machine over HTTP, for agents that do not start their own server. */
import type { Command } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { projectFolder } from "../../open.ts";
import { port } from "../../parsed-args.ts";
import { VERSION } from "../../version.ts";

export const serve: Command = {
  name: "serve",
  summary: "run the MCP server over HTTP for agents on this machine",
  arguments: [],
  options: [{ flags: "--port <n>", text: "port to listen on (default 0: any free port)" }],
  details: [
    "The server speaks MCP over Streamable HTTP at the `mcpUrl` that it prints. Only this machine can connect, and only with",
    "the printed token, which is new at every start. The server stops on Ctrl-C, SIGTERM, or when its parent process ends.",
    "The page at `url` states the version and how an agent connects, and `/health` answers while the server runs: both need",
    "no token and show no memories.",
    "Without a terminal, or with --json, it prints one line when it is ready: {url, mcpUrl, token}.",
  ].join("\n"),
  examples: [
    "tacit serve",
    "tacit serve --port 4517 --json",
    'claude mcp add --transport http tacit "$URL" --header "Authorization: Bearer $TOKEN"',
  ],
  run: async (input, context) => {
    const chosen = port(input);
    const { serveMcpHttp, untilEnded } = await import("@tacit-memory/mcp");
    const cwd = await projectFolder(context);
    const { home } = context.place;
    const served = await serveMcpHttp({
      home,
      cwd,
      env: context.machine.env,
      version: VERSION,
      port: chosen,
    });
    const { url, mcpUrl, token } = served;
    if (isRead(context))
      context.out.text(
        `MCP server at ${mcpUrl}\ntoken ${token}\nTo stop the server, press Ctrl-C.`,
      );
    else context.out.jsonLine({ url, mcpUrl, token });
    await untilEnded(served);
  },
};

/** Returns whether a person reads the output. Scripts get one line of JSON, with or without --json. */
function isRead({ machine, out }: CommandContext): boolean {
  return machine.stdout.isTTY === true && !out.isJson;
}

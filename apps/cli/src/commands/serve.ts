/** `tacit serve`: the memory on this machine over HTTP, for agents that do not start a server of their own. */
import { MemoryError } from "@tacit-memory/memory";
import type { Command } from "../command.ts";
import { count } from "../given.ts";
import { projectFolder } from "../open.ts";
import { VERSION } from "../version.ts";
import type { World } from "../world.ts";

const MAX_PORT = 65_535;

export const serve: Command = {
  name: "serve",
  summary: "serve the memory to agents on this machine over HTTP, until it is told to end",
  arguments: [],
  options: [{ flags: "--port <n>", text: "listen on this port (default 0: any that is free)" }],
  details: [
    "MCP over Streamable HTTP, at the `mcpUrl` it prints. Only this machine can reach it, and only with the token it",
    "prints, which is new at every start. Ends at Ctrl-C, at SIGTERM, and with the process that started it.",
    "Away from a terminal, or with --json, it prints one line when it can be asked: {url, mcpUrl, token}.",
  ].join("\n"),
  examples: [
    "tacit serve",
    "tacit serve --port 4517 --json",
    'claude mcp add --transport http tacit "$URL" --header "Authorization: Bearer $TOKEN"',
  ],
  run: async (given, world) => {
    const port = count(given, "port") ?? 0;
    if (port > MAX_PORT) {
      throw new MemoryError("usage", {
        option: "--port",
        given: port,
        expected: `0 to ${MAX_PORT}`,
      });
    }
    const { serveMcpHttp, untilEnded } = await import("@tacit-memory/mcp");
    const cwd = await projectFolder(world);
    const { home } = world.place;
    const served = await serveMcpHttp({
      home,
      cwd,
      env: world.machine.env,
      version: VERSION,
      port,
    });
    const { url, mcpUrl, token } = served;
    if (isRead(world)) world.out.text(`tacit serves ${mcpUrl}\ntoken ${token}\nCtrl-C ends it`);
    else world.out.jsonLine({ url, mcpUrl, token });
    await untilEnded(served);
  },
};

/** By a person; what a script reads is one line of JSON, asked for or not. */
function isRead({ machine, out }: World): boolean {
  return machine.stdout.isTTY === true && !out.isJson;
}

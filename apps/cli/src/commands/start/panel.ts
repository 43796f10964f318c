/** `tacit panel`: opens the memories of this project in a browser, to view, judge and correct them. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeHomeFolder } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { panelMachine } from "../../hosts/panel-machine.ts";
import { projectFolder } from "../../open.ts";
import { flag, port } from "../../parsed-args.ts";
import { panelFolder } from "../../programs.ts";
import { openPage } from "../../report/open-page.ts";
import { VERSION } from "../../version.ts";

export const panel: Command = {
  name: "panel",
  summary: "open the panel: see, search, review and correct memories in a browser",
  arguments: [],
  options: [
    { flags: "--port <n>", text: "port to listen on (default 0: any free port)" },
    { flags: "--no-open", text: "print the address and do not open a browser" },
  ],
  details:
    "The panel runs on this machine only, and only for this project. The printed address contains a token that is new at every start. The panel stops on Ctrl-C, SIGTERM, or when its parent process ends. Without a terminal, or with --json, it opens no browser and prints one line when it is ready: {url}.",
  examples: ["tacit panel", "tacit panel --no-open --port 4600", "tacit panel --json"],
  run: async (input, context) => {
    const options = { version: VERSION, port: port(input), pages: panelFolder() };
    const { servePanel, untilEnded } = await import("@tacit-memory/panel-server");
    const { home } = context.place;
    const cwd = await projectFolder(context);
    const { env } = context.machine;
    const machine = panelMachine(context);
    const served = await servePanel({ home, cwd, env, machine, ...options });
    if (isRead(context)) {
      context.out.text(`panel at ${served.url}\nTo stop the panel, press Ctrl-C.`);
      if (!flag(input, "noOpen")) await openFor(context, served.url);
    } else context.out.jsonLine({ url: served.url });
    await untilEnded(served);
    rmSync(pageIn(home), { force: true });
  },
};

/** Returns whether a person reads the output. A script gets one line of JSON instead. */
function isRead({ machine, out }: CommandContext): boolean {
  return machine.stdout.isTTY === true && !out.isJson;
}

function pageIn(home: string): string {
  return join(home, "panel.html");
}

/**
 * Opens the panel through a local page that redirects to it. Other users of this machine can read a program's arguments, and
 * so a token in them, but they cannot read this file.
 */
async function openFor(context: CommandContext, url: string): Promise<void> {
  const { home } = context.place;
  makeHomeFolder(home);
  const page = `<!doctype html><meta http-equiv="refresh" content="0;url=${url}"><title>Tacit</title>\n`;
  writeFileSync(pageIn(home), page, { mode: 0o600 });
  await openPage(context, pageIn(home));
}

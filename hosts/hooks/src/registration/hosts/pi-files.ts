/** What pi is told about us: an extension and commands, files of our own. It has no MCP client. */
import { join } from "node:path";
import { piAgentHome } from "@tacit-memory/transcripts";
import { commandFileEdits } from "../edits/command-files.ts";
import { pluginFileEdit } from "../edits/plugin-file.ts";
import type { RegisteredHost } from "../registered-host.ts";

const HOST = "pi";

export const PI_FILES: RegisteredHost = {
  name: HOST,
  title: "pi",
  program: "pi",
  folder: piAgentHome,
  edits: (request) => [
    pluginFileEdit(HOST, join(piAgentHome(request), "extensions", "tacit.ts"), "pi-plugin.js"),
    ...commandFileEdits({
      folder: join(piAgentHome(request), "prompts"),
      // As the extension names them.
      tool: (name) => `tacit_${name}`,
      given: "$@",
      isHinted: true,
    }),
  ],
  stillToDo: null,
};

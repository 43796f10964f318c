/** Registers Tacit with pi: an extension and commands in our own files. pi has no MCP client. */
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
      // Name that the extension gives the tool.
      tool: (name) => `tacit_${name}`,
      argumentsPlaceholder: "$@",
      isHinted: true,
    }),
  ],
  stillToDo: null,
};

/**
 * Registers Tacit with Cline: one program per moment in its hooks folder, named after the moment, and one MCP server. The
 * hook before a tool is never used: it could stop the tool, and it would be shown nothing new.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { clineData, clineHome } from "@tacit-memory/transcripts";
import { hookArguments, hookWords } from "../edits/hook-entries.ts";
import { ownFileEdit } from "../edits/own-file.ts";
import { serverFileEdit } from "../edits/server-file.ts";
import { shellLine } from "../edits/shell-words.ts";
import {
  type DisconnectRequest,
  type Edit,
  hostFileText,
  type Programs,
  type RegisteredHost,
} from "../registered-host.ts";

const HOST = "cline";
const EVENTS = ["TaskStart", "PostToolUse", "TaskComplete", "SessionShutdown"] as const;
const WORDS = "Tacit, the memory of this codebase; `tacit disconnect cline` takes it out.";

export const CLINE_FILES: RegisteredHost = {
  name: HOST,
  title: "Cline",
  program: HOST,
  folder: clineHome,
  edits: (request) => [
    ...EVENTS.map((event) => hookFileEdit(request, event)),
    serverFileEdit(serversFile(request), {}),
  ],
  stillToDo: null,
};

function hookFileEdit(request: DisconnectRequest, event: string): Edit {
  const path = hookFile(join(clineHome(request), "hooks"), event);
  const textOf = (programs: Programs) => programText(event, programs);
  return { ...ownFileEdit(path, { textOf, isOurs, done: "hook" }), isProgram: true };
}

/**
 * Returns the path of our hook. It is named after the event, as documented; if that name is taken, with an extension that
 * Cline also knows. An existing file of ours is used, whatever has happened to the other name since.
 */
function hookFile(folder: string, event: string): string {
  const names =
    process.platform === "win32" ? [`${event}.cjs`, `${event}.js`] : [event, `${event}.sh`];
  const [plain = "", other = ""] = names.map((name) => join(folder, name));
  const ours = [plain, other].find((path) => isOurs(hostFileText(path) ?? ""));
  return ours ?? (existsSync(plain) ? other : plain);
}

/** Returns a shell script; on Windows a script for the Node on the PATH, with which Cline runs such a file. */
function programText(event: string, programs: Programs): string {
  if (process.platform !== "win32") {
    const words = hookArguments(HOST, event, programs);
    const line = shellLine([programs.nodePath, ...words], "linux");
    return `#!/bin/sh\n# ${WORDS}\nexec ${line}\n`;
  }
  const [hook, ...rest] = hookWords(HOST, event, programs).map((word) => JSON.stringify(word));
  return `// ${WORDS}\nprocess.argv.push(${rest.join(", ")});\ntry { require(${hook}); } catch {}\n`;
}

/** Recognizes our program by its first lines: another person's program may mention ours. */
function isOurs(text: string): boolean {
  return text.split("\n", 2).some((line) => /^(?:#|\/\/) (.*?)\r?$/.exec(line)?.[1] === WORDS);
}

function serversFile(request: DisconnectRequest): string {
  const usual = join(clineData(request), "settings", "cline_mcp_settings.json");
  return request.env["CLINE_MCP_SETTINGS_PATH"] || usual;
}

/**
 * Registers Tacit with Cline: one program per moment in its hooks folder, named after the moment, and one MCP server. The
 * hook before a tool is never used: it could stop the tool, and it would be shown nothing new.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { readTextAt } from "@tacit-memory/files";
import { clineData, clineHome } from "@tacit-memory/transcripts";
import { hookArguments, hookWords } from "../edits/hook-entries.ts";
import { serverFileEdit } from "../edits/server-file.ts";
import { shellLine } from "../edits/shell-words.ts";
import type { DisconnectRequest, Edit, Programs, RegisteredHost } from "../registered-host.ts";

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
  return {
    path,
    holds: (text, programs) => text === programText(event, programs),
    add: (text, programs) => (text.trim() === "" ? programText(event, programs) : null),
    remove: (text) => (isOurs(text) ? "" : text),
    isEmpty: (text) => text.trim() === "",
    done: `${path}: hook`,
    otherwise: `${path}: not changed, because the file exists and Tacit did not create it`,
    isWhole: true,
    isProgram: true,
  };
}

/**
 * Returns the path of our hook. It is named after the event, as documented; if that name is taken, with an extension that
 * Cline also knows. An existing file of ours is used, whatever has happened to the other name since.
 */
function hookFile(folder: string, event: string): string {
  const names =
    process.platform === "win32" ? [`${event}.cjs`, `${event}.js`] : [event, `${event}.sh`];
  const [plain = "", other = ""] = names.map((name) => join(folder, name));
  const ours = [plain, other].find((path) => isOurs(textAt(path)));
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

/** Maximum bytes read; no host has a file of this size. */
const MAX_BYTES = 64 * 1024 * 1024;

function textAt(path: string): string {
  return readTextAt(path, MAX_BYTES) ?? "";
}

function serversFile(request: DisconnectRequest): string {
  const usual = join(clineData(request), "settings", "cline_mcp_settings.json");
  return request.env["CLINE_MCP_SETTINGS_PATH"] || usual;
}

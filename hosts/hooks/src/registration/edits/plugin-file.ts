/**
 * Our plugin as a file in a host's folder: the hook command, then the bundled plugin that is stored beside the hook. The
 * first line marks the file as ours; it is removed completely.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { MemoryError } from "@tacit-memory/memory";
import type { Edit, Programs } from "../registered-host.ts";
import { ownFileEdit } from "./own-file.ts";

const MARK =
  /^\/\/ Tacit, the memory of this codebase; `tacit disconnect [a-z-]+` takes it out\.\r?\n/;

/** Returns the edit. `bundle` is the bundled plugin's file name. Adding throws "input_missing" if it was not built. */
export function pluginFileEdit(host: string, path: string, bundle: string): Edit {
  return ownFileEdit(path, {
    textOf: (programs) => pluginText(host, bundle, programs),
    isOurs: (text) => MARK.test(text),
    done: "plugin; restart open sessions to use it",
  });
}

function pluginText(host: string, bundle: string, programs: Programs): string {
  const { nodePath: node, hookPath: hook, isDefaultHome, home, mcpCommand, mcpArgs } = programs;
  const server = [mcpCommand, ...mcpArgs];
  const command = { node, hook, home: isDefaultHome ? null : home, server };
  return [
    `// Tacit, the memory of this codebase; \`tacit disconnect ${host}\` takes it out.`,
    `const TACIT_HOOK = ${JSON.stringify(command)};`,
    bundleText(join(dirname(hook), bundle)),
  ].join("\n");
}

function bundleText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new MemoryError("input_missing", { path, cause });
  }
}

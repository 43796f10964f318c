/** Opens a page with the platform's program, passing arguments directly and never through a shell. */
import { spawn } from "node:child_process";
import type { CommandContext } from "../command-context.ts";

export function openerOf(platform: NodeJS.Platform): {
  readonly command: string;
  readonly before: readonly string[];
} {
  if (platform === "darwin") return { command: "open", before: [] };
  // `start` is a built-in of cmd.exe and would need a shell; this is the program it ends up calling.
  if (platform === "win32") return { command: "rundll32", before: ["url.dll,FileProtocolHandler"] };
  return { command: "xdg-open", before: [] };
}

/**
 * Opens a page for a person at a terminal and returns whether the program was started. It runs independently, and its failure
 * is ignored.
 */
export function openPage(context: CommandContext, path: string): Promise<boolean> {
  const { stdout, platform, env } = context.machine;
  if (stdout.isTTY !== true || context.out.isJson) return Promise.resolve(false);
  const { command, before } = openerOf(platform);
  return new Promise((resolve) => {
    const opener = spawn(command, [...before, path], {
      env: { ...env },
      stdio: "ignore",
      detached: true,
      windowsHide: true,
    });
    opener.once("error", () => resolve(false));
    opener.once("spawn", () => {
      opener.unref();
      resolve(true);
    });
  });
}

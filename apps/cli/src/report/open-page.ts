/** Hands a page to whatever the platform opens pages with: a program and its arguments, never a line for a shell. */
import { spawn } from "node:child_process";
import type { CommandContext } from "../command-context.ts";

export function openerOf(platform: NodeJS.Platform): {
  readonly command: string;
  readonly before: readonly string[];
} {
  if (platform === "darwin") return { command: "open", before: [] };
  // `start` is a word of cmd.exe and would need a shell; this is what it asks in the end.
  if (platform === "win32") return { command: "rundll32", before: ["url.dll,FileProtocolHandler"] };
  return { command: "xdg-open", before: [] };
}

/** Only for a person at a terminal; whether it was started. It goes on without us, and its failing is not ours. */
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

/** Starts `tacit serve` as a script does: the line it prints, and how it ends. */
import { spawn } from "node:child_process";
import { join } from "node:path";

export const CLI = join(import.meta.dirname, "..", "..", "apps", "cli", "dist", "tacit.mjs");

/**
 * Resolves when the line is there; rejects when it ends without one.
 * @param {{home: string, project: string, args?: readonly string[]}} where
 */
export function startServe({ home, project, args = [] }) {
  const child = spawn(process.execPath, [CLI, "serve", ...args], {
    cwd: project,
    env: { PATH: process.env["PATH"], HOME: home, TACIT_HOME: home },
    stdio: ["ignore", "pipe", "pipe"],
  });
  /** @type {Promise<{code: number | null, signal: NodeJS.Signals | null}>} */
  const ended = new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  return new Promise((resolve, reject) => {
    let [out, err] = ["", ""];
    child.stderr.setEncoding("utf8").on("data", (text) => (err += text));
    child.stdout.setEncoding("utf8").on("data", (text) => {
      out += text;
      if (!out.includes("\n")) return;
      const { url, mcpUrl, token } = JSON.parse(out.split("\n")[0] ?? "");
      resolve({ url, mcpUrl, token, printed: () => out, end });
    });
    void ended.then(({ code, signal }) =>
      reject(new Error(`serve ended (${code ?? signal}): ${err}`)),
    );

    /** @param {NodeJS.Signals} signal */
    async function end(signal) {
      const beganAt = performance.now();
      child.kill(signal);
      return { ...(await ended), afterMs: performance.now() - beganAt };
    }
  });
}

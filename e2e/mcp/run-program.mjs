/** Runs a program to its end, with a time limit. */
import { spawn } from "node:child_process";

const LIMIT_MS = 60_000;

/**
 * @param {string} file a script for this Node
 * @param {readonly string[]} args
 * @param {{env: NodeJS.ProcessEnv, cwd: string}} how
 * @returns {Promise<{code: number | null, out: string, err: string}>} code null: it ran too long
 */
export function runProgram(file, args, { env, cwd }) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file, ...args], {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [out, err] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (err += text));
    const limit = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
    child.once("close", (code) => {
      clearTimeout(limit);
      resolve({ code, out, err });
    });
  });
}

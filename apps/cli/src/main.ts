/** The command `tacit`: reads the environment and the arguments, and leaves the rest to `runCli`. */
import { homedir } from "node:os";
import { runCli } from "./cli.ts";

/** A reader that had enough (`tacit list | head`) is no failure. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
}

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  platform: process.platform,
  userHome: homedir(),
  cwd: () => process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  nowMs: () => Date.now(),
  onInterrupt: (act) => {
    process.once("SIGINT", act);
    return () => process.off("SIGINT", act);
  },
});

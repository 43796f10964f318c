/** Entry point of `tacit`: passes environment and arguments to `runCli`. */
import { userHomeFolder } from "@tacit-memory/memory";
import { runCli } from "./cli.ts";
import { failureOf } from "./failure.ts";
import { calledAs } from "./programs.ts";

/** A reader that stops early (`tacit list | head`) is not a failure; a full disk under `tacit list > file` is. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    const { exit, message, next } = failureOf(error);
    if (stream !== process.stderr) process.stderr.write(`tacit: ${message}\n  next: ${next}\n`);
    process.exit(exit);
  });
}

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  platform: process.platform,
  userHome: userHomeFolder(),
  cwd: () => process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  nowMs: () => Date.now(),
  ...calledAs(process.env),
  onInterrupt: (act) => {
    process.once("SIGINT", act);
    return () => process.off("SIGINT", act);
  },
});

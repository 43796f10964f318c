/** Drains the spool repeatedly until it is killed and prints a line after each round: `HOME FOLDER`. */
import { writeSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { openTacit } from "@tacit-memory/memory";

const [home = "", cwd = ""] = process.argv.slice(2);
const tacit = await openTacit({ home, cwd, busyTimeoutMs: 20_000 });
for (;;) {
  const { events } = await tacit.sessions.drain();
  writeSync(1, `${events}\n`);
  if (events === 0) await pause(5);
}

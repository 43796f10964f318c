/** Spools events as hooks do and prints each key as soon as it is written: `HOME NAME COUNT`. */
import { writeSync } from "node:fs";
import { appendToSpool, type Project } from "@tacit-memory/memory";

const [home = "", name = "", count = "0"] = process.argv.slice(2);
const project = {
  id: "p_spool",
  canonical: "example.org/o/spool",
  name: "spool",
  basis: "remote",
  root: "/nowhere",
} as Project;

for (let i = 0; i < Number(count); i++) {
  const key = `${name}:${i}`;
  const now = Date.now();
  const event = {
    v: 1,
    session: name,
    ts: new Date(now).toISOString(),
    key,
    kind: "prompt",
    text: `Number ${i} of process ${name}. ${"Some more words to make a line. ".repeat(20)}`,
  } as const;
  appendToSpool(home, [{ project, event }], now);
  writeSync(1, `${key}\n`);
}

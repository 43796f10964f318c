/** Puts the files of a build in place, each by renaming, so that a program that reads one meanwhile gets a complete file. */
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

/** A folder in `to` then contains what it contains in `from`, and nothing of an earlier build. `to` itself may contain more. */
export function moveInto(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      const names = readdirSync(source);
      moveInto(source, target);
      for (const name of readdirSync(target))
        if (!names.includes(name)) rmSync(join(target, name), { recursive: true });
    } else renameSync(source, target);
  }
}

/** `tacit models check`: does the chosen encoder answer, and is it still the model it was? */
import { ERRORS } from "@tacit-memory/memory";
import type { Command } from "../command.ts";
import { withInterrupt } from "../interrupt.ts";
import { columns } from "../layout.ts";
import { withTacit } from "../open.ts";

export const modelsCheck: Command = {
  name: "models check",
  summary: "ask the chosen encoder and see whether it is still what it was",
  arguments: [],
  details:
    "Dimensions, length, the vector it gave the first time, and whether a related pair of sentences is closer than\nan unrelated one. A pulled model's files are hashed again. Exit status 69 when a check fails.",
  examples: ["tacit models check", "tacit models check --json"],
  run: async (_given, world) => {
    await withTacit(world, async (tacit) => {
      const models = await tacit.models();
      const { name, id, probe } = await withInterrupt(world, (signal) => models.check(signal));
      if (!probe.isSound) world.endWith(ERRORS.encoder_failed.exit);
      world.out.result({ ok: probe.isSound, name, id, checks: probe.checks }, () => {
        const { colors } = world.out;
        const rows = probe.checks.map((check) => [
          check.ok ? colors.green("ok") : colors.red("no"),
          check.name,
          check.detail,
        ]);
        return [`${name} (${id})`, ...columns(rows)].join("\n");
      });
    });
  },
};

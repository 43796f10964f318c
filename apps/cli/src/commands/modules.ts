/** `tacit modules`: which files belong together. */
import type { Command } from "../command.ts";
import { columns } from "../layout.ts";
import { withTacit } from "../open.ts";

const MAX_SHOWN = 40;

export const modules: Command = {
  name: "modules",
  summary: "which files belong together: declared packages, the rest by who imports whom",
  arguments: [],
  examples: ["tacit modules", "tacit modules --json"],
  run: async (_given, world) => {
    await withTacit(world, async (tacit) => {
      const found = await tacit.code.modules();
      world.out.result(found, () => {
        if (found.length === 0) return "no code to group";
        const { colors } = world.out;
        const rows = found
          .slice(0, MAX_SHOWN)
          .map(({ name, files }) => [
            name,
            String(files.length),
            colors.dim(`${files.slice(0, 3).join(", ")}${files.length > 3 ? ", …" : ""}`),
          ]);
        const more =
          found.length > MAX_SHOWN
            ? [colors.dim(`… and ${found.length - MAX_SHOWN} more: --json has them`)]
            : [];
        return [
          ...columns([["module", "files", ""].map((one) => colors.dim(one)), ...rows]),
          ...more,
        ].join("\n");
      });
    });
  },
};

/** `tacit config path`: prints the path of `config.json`. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { CONFIG_FILE } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";

export const configPathCommand: Command = {
  name: "config path",
  summary: "print the path of config.json",
  arguments: [],
  examples: ["tacit config path"],
  run: async (_given, context) => {
    const path = configPath(context);
    context.out.result({ path, exists: existsSync(path) }, () => path);
  },
};

export function configPath({ place }: CommandContext): string {
  return join(place.home, CONFIG_FILE);
}

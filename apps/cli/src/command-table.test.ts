/** Does a command's file lie in the folder of its group? A reader of `--help` then knows where to look. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { COMMAND_TABLE } from "./command-table.ts";

const FOLDERS: Readonly<Record<string, string>> = {
  "Start:": "start",
  "Memories:": "memories",
  "Review and edit:": "review",
  "Sessions:": "sessions",
  "Code:": "code",
  "Exchange:": "exchange",
  "Settings:": "settings",
  "Advanced:": "advanced",
};

const TABLE = readFileSync(join(import.meta.dirname, "command-table.ts"), "utf8");
const COMMANDS = join(import.meta.dirname, "commands");

test.each(COMMAND_TABLE.map(({ name, group }) => [name, group] as const))(
  "%s is in %s",
  (name, group) => {
    const row = TABLE.slice(TABLE.indexOf(`name: "${name}"`));
    expect(/import\("\.\/commands\/([^/"]+)\//.exec(row)?.[1]).toBe(FOLDERS[group]);
  },
);

test("every file of the folders is a row of the table, and none lies beside the folders", () => {
  const files = readdirSync(COMMANDS, { recursive: true })
    .map((path) => String(path).replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"));
  expect(files.filter((path) => !TABLE.includes(`import("./commands/${path}")`))).toEqual([]);
});

/** A command's file is in the folder of its help group, so that it is easy to find. */
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
  "the file of %s is in the folder of %s",
  (name, group) => {
    const row = TABLE.slice(TABLE.search(new RegExp(`^ +"?${name}"?: async`, "m")));
    const path = /import\("\.\/commands\/([^/"]+)\//.exec(row);
    expect(path?.[1]).toBe(FOLDERS[group]);
  },
);

test("lists every file of the folders in the table, and no command file outside of them", () => {
  const files = readdirSync(COMMANDS, { recursive: true })
    .map((path) => String(path).replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"));
  expect(files.filter((path) => !TABLE.includes(`import("./commands/${path}")`))).toEqual([]);
});

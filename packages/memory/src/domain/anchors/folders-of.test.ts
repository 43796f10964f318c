/** The folders that contain a file. */
import { expect, test } from "vitest";
import { foldersOf } from "./folders-of.ts";

test.each([
  ["src/popup/a.ts", ["src/popup", "src"]],
  ["a.ts", []],
  ["", []],
  ["/srv/a.ts", ["/srv"]],
])("%s", (path, folders) => expect(foldersOf(path)).toEqual(folders));

/** Git output is parsed correctly whatever the user's settings. */
import { expect, test } from "vitest";
import { git } from "../../testing/testing-git.ts";
import { makePlace, START_MS } from "../../testing/testing-life.ts";
import { gitAnswers } from "./anchor-git.ts";

test("lists files that name a symbol without colours, even if the user always enables colours", async () => {
  const place = makePlace();
  place.write("src/a.ts", "export function parseDate() {}\n");
  git(place.root, "init");
  git(place.root, "config", "color.ui", "always");
  git(place.root, "add", ".");
  const answers = gitAnswers(place.root, () => null)(START_MS);
  expect(await answers.filesMentioning("parseDate")).toEqual(["src/a.ts"]);
});

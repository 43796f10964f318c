/** Tests that the page uses every text, so that no text of a removed part stays. */
import { expect, test } from "vitest";
import { en } from "./en.ts";

const files = import.meta.glob<string>(["../**/*.{ts,tsx}", "!./{en,fr}*.ts", "!../**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const sources = Object.values(files).join("\n");

/** Names of texts in the sources; `${…}` in a name stands for any word. */
const names = [...sources.matchAll(/["`](\w+\.(?:\w|\$\{[^}]*\})+)["`]/g)].map(
  ([, name = ""]) => new RegExp(`^${name.replaceAll(".", "\\.").replace(/\$\{[^}]*\}/g, "\\w+")}$`),
);
/** Groups of words for codes, which `word` looks up. */
const groups = [...sources.matchAll(/\bword\("(\w+)",/g)].map(([, group = ""]) => group);

test("every text has a place on the page", () => {
  const keys = Object.entries(en).flatMap(([group, texts]) =>
    typeof texts === "string" ? [] : Object.keys(texts).map((key) => `${group}.${key}`),
  );
  const unused = keys
    .map((key) => key.replace(/_(?:one|other)$/, ""))
    .filter((key) => !groups.includes(key.split(".")[0] ?? ""))
    .filter((key) => !names.some((name) => name.test(key)));
  expect(keys.length).toBeGreaterThan(300);
  expect(unused).toEqual([]);
});

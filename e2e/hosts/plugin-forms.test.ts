/** Our plugin in the real programs that read plugins, installed by their own commands; otherwise a test that says so. */
import { expect, test } from "vitest";
import { CLIENTS } from "./clients.mjs";
import { PLUGIN_FORMS } from "./plugin-forms.mjs";
import { playedVerdict, verdictOf } from "./verdict-of.ts";

const readers = CLIENTS.filter(({ name }) => name in PLUGIN_FORMS);
const present = readers.filter(({ program }) => program.isInstalled());

test("every form is one of a program we know", () => {
  expect(readers.map(({ name }) => name).sort()).toEqual(Object.keys(PLUGIN_FORMS).sort());
});

if (present.length > 0) {
  test.each(present.map(({ name }) => name))("%s", (name) => {
    playedVerdict(name, "remembered", "plugin");
  });
} else {
  test("SKIPPED: no program that reads plugins is installed; `npm run e2e:hosts` proves them", () => {
    const hosts = readers.flatMap(({ name }) => ["--host", name]);
    expect(verdictOf(...hosts, "--form", "plugin").verdict).toMatchObject({ ok: null });
  });
}

/**
 * Tests our plugin in the real programs that read plugins, installed with their own commands; if none is installed, one test
 * reports that.
 */
import { expect, test } from "vitest";
import { CLIENTS } from "./clients.mjs";
import { PLUGIN_FORMS } from "./plugin-forms.mjs";
import { playedVerdict, verdictOf } from "./verdict-of.ts";

const readers = CLIENTS.filter(({ name }) => name in PLUGIN_FORMS);
const present = readers.filter(({ program }) => program.isInstalled());

test("has a known program for every plugin form", () => {
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

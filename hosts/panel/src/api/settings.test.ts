/** Tests that the settings say where the memories are stored, and never show the credentials of a server. */
import { expect, test } from "vitest";
import { startPanel } from "../testing-panel.ts";
import { settingsOf } from "./settings.ts";

test.each([
  ["libsql://me:word@db.example.org/app?authToken=abc", "libsql://db.example.org/app"],
  ["https://db.example.org#abc", "https://db.example.org"],
])("a server is named without credentials: %s", async (url, address) => {
  const { other } = await startPanel();
  const settings = await settingsOf(other, { version: "1", env: { TACIT_URL: url } });
  expect(settings.server).toBe(address);
  expect(settings.options.find(({ name }) => name === "url")?.value).toBe(address);
});

test("without a server the memories are stored on this machine", async () => {
  const { call } = await startPanel();
  expect((await call("GET /api/settings", {})).server).toBeNull();
});

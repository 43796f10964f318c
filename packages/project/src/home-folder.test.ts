/** Tests where Tacit's home folder is and who may read it. */
import { statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { homeFolder, makeHomeFolder, userHomeFolder } from "./home-folder.ts";
import { ProjectError } from "./project-error.ts";
import { makeFolders } from "./testing-folders.ts";

test.each([
  [{ TACIT_HOME: "/t" }, "linux", "/t"],
  [{}, "linux", join("/u", ".local", "share", "tacit")],
  [{ XDG_DATA_HOME: "/x" }, "linux", join("/x", "tacit")],
  [{}, "darwin", join("/u", "Library", "Application Support", "tacit")],
  [{}, "win32", join("/u", "AppData", "Local", "tacit")],
] as const)("%j on %s: %s", (env, platform, home) => {
  expect(homeFolder(env, platform, "/u")).toBe(home);
});

test("takes an empty HOME for an unset one", () => {
  vi.stubEnv("HOME", "");
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  expect(isAbsolute(userHomeFolder())).toBe(true);
});

test("creates it for its owner only, and again without an error", () => {
  const { home } = makeFolders();
  const deep = join(home, "a", "b");
  for (let i = 0; i < 2; i++) makeHomeFolder(deep);
  if (process.platform !== "win32") expect(statSync(deep).mode & 0o777).toBe(0o700);
});

test("reports a file in its place as an error with the path", () => {
  const { root, write } = makeFolders();
  write("file", "");
  const make = () => makeHomeFolder(join(root, "file", "home"));
  expect(make).toThrow(ProjectError);
  expect(make).toThrow(/path: /);
});

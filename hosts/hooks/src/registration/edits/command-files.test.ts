/** Tests our commands among those of others: created, recognized, removed, and not written if the name is taken. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { PI_FILES } from "../hosts/pi-files.ts";
import { WINDSURF_FILES } from "../hosts/windsurf-files.ts";
import { planConnect } from "../plan.ts";
import type { RegisteredHost } from "../registered-host.ts";
import { connect, disconnect, expectRoundTrip, testHomes } from "../testing-registration.ts";

const homes = testHomes();
afterAll(() => homes.remove());

const NAMES = ["tacit-recall", "tacit-handoff", "tacit-review"];

function context(host: RegisteredHost, folder: string) {
  const request = homes.request();
  const dist = join(request.userHome, "dist");
  mkdirSync(dist, { recursive: true });
  writeFileSync(join(dist, "pi-plugin.js"), "// bundle");
  const pathOf = (name: string) => join(request.userHome, folder, `${name}.md`);
  return { ...request, hookPath: join(dist, "hook.cjs"), host, pathOf };
}

const WORLDS: readonly (readonly [RegisteredHost, string, readonly string[]])[] = [
  [PI_FILES, ".pi/agent/prompts", ["`tacit_recall`", "$@", "argument-hint:"]],
  [WINDSURF_FILES, ".codeium/windsurf/global_workflows", ["`recall`"]],
];

test.each(WORLDS)(
  "$title: creates the commands, recognizes them, and removes them with their folder",
  (host, folder, words) => {
    const at = context(host, folder);
    const plan = planConnect(at, [host]);
    expect(plan.files.map(({ path }) => path)).toEqual(
      expect.arrayContaining(NAMES.map((name) => at.pathOf(name))),
    );
    expectRoundTrip(at, () => NAMES.map((name) => existsSync(at.pathOf(name))));
    connect(at);
    const recall = readFileSync(at.pathOf("tacit-recall"), "utf8");
    for (const word of words) expect(recall).toContain(word);
    disconnect(at);
    expect(existsSync(dirname(at.pathOf("x")))).toBe(false);
  },
);

test.each(WORLDS)(
  "$title: leaves others' commands alone and replaces an older one of ours",
  (host, folder) => {
    const at = context(host, folder);
    mkdirSync(dirname(at.pathOf("x")), { recursive: true });
    const theirs = "---\ndescription: mine\n---\nDo it.\n";
    writeFileSync(at.pathOf("tacit-recall"), theirs);
    writeFileSync(at.pathOf("other"), theirs);
    writeFileSync(
      at.pathOf("tacit-review"),
      "---\ndescription: Looks through (Tacit)\n---\nOld.\n",
    );
    expect(planConnect(at, [host]).notes.join("\n")).toContain(
      "not changed, because the file exists",
    );
    connect(at);
    expect(readFileSync(at.pathOf("tacit-review"), "utf8")).toContain(
      "npx tacit-memory review --json",
    );
    disconnect(at);
    expect(readFileSync(at.pathOf("tacit-recall"), "utf8")).toBe(theirs);
    expect(readFileSync(at.pathOf("other"), "utf8")).toBe(theirs);
    expect(existsSync(at.pathOf("tacit-handoff"))).toBe(false);
  },
);

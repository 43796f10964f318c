/** Tests disconnecting from a file that is a link, and from one to which a formatter added commas after the last members. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { readObject } from "./edits/json-text.ts";
import { CLAUDE_CODE_FILES } from "./hosts/claude-code-files.ts";
import { planDisconnect } from "./plan.ts";
import { anyObject, connect, disconnect, testHomes } from "./testing-registration.ts";

const homes = testHomes();
afterAll(() => homes.remove());

function context(text: string | null) {
  const request = homes.request();
  const settings = join(request.userHome, ".claude", "settings.json");
  mkdirSync(dirname(settings));
  if (text !== null) writeFileSync(settings, text);
  return { ...request, host: CLAUDE_CODE_FILES, settings };
}

test.each([
  ["that led nowhere", true],
  ["that was created after connecting", false],
])("a link %s stays, and the file behind it goes with our entries", (_name, isFirst) => {
  const at = context(null);
  const real = join(at.userHome, "dotfiles.json");
  if (isFirst) symlinkSync(real, at.settings);
  connect(at);
  if (!isFirst) {
    renameSync(at.settings, real);
    symlinkSync(real, at.settings);
  }
  expect(Object.keys(JSON.parse(readFileSync(real, "utf8")))).toEqual(["hooks"]);
  disconnect(at);
  expect(lstatSync(at.settings).isSymbolicLink()).toBe(true);
  expect(existsSync(real)).toBe(false);
  expect(planDisconnect(at, [at.host]).files).toEqual([]);
});

const OTHERS_HOOK = { matcher: "Bash", hooks: [{ type: "command", command: "echo hi" }] };
const anySettings = fc
  .tuple(
    anyObject.filter((value) => !("hooks" in value)),
    fc.option(
      fc.dictionary(
        fc.constantFrom("Stop", "PostToolUse", "Notification"),
        fc.array(fc.constant(OTHERS_HOOK), { maxLength: 2 }),
      ),
    ),
  )
  // Converted through JSON, which has no -0.
  .map(([rest, hooks]) => JSON.parse(JSON.stringify(hooks === null ? rest : { ...rest, hooks })));

test("property: with commas after the last members, disconnecting removes only our entries", () => {
  void fc.assert(
    fc.property(anySettings, fc.constantFrom(2, "\t"), (value, indent) => {
      const at = context(JSON.stringify(value, null, indent));
      connect(at);
      const text = readFileSync(at.settings, "utf8");
      writeFileSync(at.settings, text.replace(/([}\]])(?=\n\s*[}\]])/g, "$1,"));
      disconnect(at);
      expect(readObject(at.settings, readFileSync(at.settings, "utf8"))).toEqual(value);
    }),
    { numRuns: 60 },
  );
});

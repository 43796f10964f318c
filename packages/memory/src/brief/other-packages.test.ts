/** A session in one package of a repository is shown memories about other packages by title only. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makePlace } from "../testing/testing-life.ts";

const WEB = "The form resets its state when the locale changes, so read the value before.";
const API = "The handler must answer within two seconds, or the gateway closes the connection.";
const ALL = "Start the database before any service is started on a new machine.";

test.each([
  ["the other package", "packages/api/src", [API, ALL]],
  ["the package itself", "packages/web", [WEB, ALL]],
  ["no package", "tools", [WEB, API, ALL]],
  ["the root", ".", [WEB, API, ALL]],
])("in %s", async (_name, folder, inFull) => {
  const place = makePlace();
  execFileSync("git", ["init", "-q", place.root]);
  for (const path of ["packages/api/src/in.ts", "packages/web/src/form.ts", "tools/up.sh"])
    place.write(path, "x\n");
  for (const name of ["api", "web"]) place.write(`packages/${name}/package.json`, "{}");
  const tacit = await place.open({ cwd: join(place.root, folder) });
  const remember = (content: string, file: string) =>
    tacit.memories.remember({
      content,
      source: "user_taught",
      type: "gotcha",
      files: [join(place.root, file)],
    });
  await remember(WEB, "packages/web/src/form.ts");
  await remember(API, "packages/api/src/in.ts");
  await remember(ALL, "tools/up.sh");
  const { text } = await tacit.brief.startBlock({ session: "s", point: "session_start" });
  const shown = [WEB, API, ALL].filter((content) => text.includes(content));
  expect(shown).toEqual(inFull);
  expect(text.match(/mem:/g)).toHaveLength(3);
  if (inFull.includes(WEB)) expect(text).toMatch(/today, packages\/web\/src\/form\.ts: The form/);
});

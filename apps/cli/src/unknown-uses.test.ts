/** An answer is called complete only if no use of the name is unknown, and unknown uses are shown separately. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestMachine, testMachine } from "./testing-machine.ts";

let machine: TestMachine;
beforeEach(() => {
  machine = testMachine();
});
afterEach(() => machine.remove());

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(machine.folder, path)), { recursive: true });
    writeFileSync(join(machine.folder, path), text);
  }
}

const SCENE = "export class Scene { mutate() {} draw() {} }\n";

test("counts calls on unknown receivers, shows them separately, and marks the answer incomplete", async () => {
  write({
    "src/scene.ts": SCENE,
    "src/app.ts":
      'import { Scene } from "./scene";\nexport function run() { new Scene().mutate(); }\n',
    "src/other.ts": "export function later(given: any) {\n  given.mutate();\n}\n",
  });
  const answer = await machine.json(["impact", "src/scene.ts:Scene.mutate"]);
  expect(answer).toMatchObject({
    complete: false,
    nodes: [{ path: "src/app.ts", symbol: "run" }],
    unknown: {
      names: ["mutate"],
      callCount: 1,
      calls: [{ path: "src/other.ts", line: 2, symbol: "later", name: "mutate" }],
    },
  });
  const { stdout } = await machine.run(["impact", "src/scene.ts:Scene.mutate"]);
  expect(stdout).toContain(
    "possible, by name only: 1 more call of .mutate( on a receiver that is not known",
  );
  expect(stdout).toMatch(/src\/other\.ts:2 +later/);
  expect(stdout).toContain("incomplete list");
});

test("reports an empty result with its certainty", async () => {
  write({
    "src/scene.ts": SCENE,
    "src/other.ts": "export function later(given: any) {\n  given.mutate();\n}\n",
  });
  const unsure = await machine.run(["impact", "src/scene.ts:Scene.mutate"]);
  expect(unsure.stdout).toContain(
    "no dependents of src/scene.ts:Scene.mutate found, but the answer is incomplete",
  );
  const sure = await machine.run(["impact", "src/scene.ts:Scene.draw"]);
  expect(sure.stdout).toContain(
    "no call of its name is unresolved, and no unread file contains it",
  );
  expect(await machine.json(["impact", "src/scene.ts:Scene.draw"])).toMatchObject({
    complete: true,
  });
});

test("counts unread files that contain the name, and index lists them", async () => {
  write({
    "src/scene.ts": SCENE,
    "src/a.marko": "$ const scene = new Scene();\n",
    "src/b.marko": "<p>Scenery</p>\n",
  });
  const answer = await machine.json(["impact", "src/scene.ts:Scene"]);
  expect(answer).toMatchObject({
    complete: false,
    unknown: { unread: ["src/a.marko"], unreadBy: { ".marko": 1 } },
  });
  const { stdout } = await machine.run(["impact", "src/scene.ts:Scene"]);
  expect(stdout).toContain("not read in full, but containing the name: 1 .marko file");
  const index = await machine.run(["index"]);
  expect(index.stdout).toMatch(/not read +2 \.marko files: answers do not know their uses/);
  expect(await machine.json(["index"])).toMatchObject({ unreadBy: { ".marko": 2 } });
});

test("ignores calls on known receivers outside the project", async () => {
  write({
    "src/scene.ts": SCENE,
    "src/other.ts": 'import { open } from "fs";\nexport const later = () => open.mutate();\n',
  });
  expect(await machine.json(["impact", "src/scene.ts:Scene.mutate"])).toMatchObject({
    complete: true,
    nodes: [],
  });
});

const BUTTON = "export class MyButton { press() {} }\n";

test.each<readonly [string, string, string, string, string]>([
  [
    "a template in Pug",
    "src/App.vue",
    '<template lang="pug">\ndiv\n  my-button(@click="save")\n</template>\n<script setup></script>\n',
    BUTTON,
    "<template><p /></template>\n<script setup></script>\n",
  ],
  [
    "a template with an invalid expression",
    "src/App.vue",
    '<template><p :a="save(MyButton(" /></template>\n<script setup></script>\n',
    BUTTON,
    '<template><p :a="save" /></template>\n<script setup></script>\n',
  ],
  [
    "TypeScript that does not parse",
    "src/app.ts",
    "export function run( {\n  new MyButton(;\n",
    BUTTON,
    "export function run() {}\n",
  ],
  [
    "Python that does not parse",
    "app.py",
    "def run(:\n    MyButton((\n",
    "class MyButton:\n    pass\n",
    "def run():\n    pass\n",
  ],
  [
    "a template in a string",
    "src/app.js",
    "export default { template: `\n  <my-button/>` };\n",
    BUTTON,
    "export default { template: 1 };\n",
  ],
  ["a template of Angular", "src/app.component.html", "<my-button></my-button>\n", BUTTON, "<p>\n"],
])("%s makes the answer incomplete if it may name the target", async (...row) => {
  const [, path, text, definition, whole] = row;
  const target = `src/button.${path.endsWith(".py") ? "py" : "ts"}`;
  write({ [target]: definition, [path]: text });
  const answer = await machine.json(["impact", `${target}:MyButton`]);
  expect(answer).toMatchObject({ complete: false, unknown: { unread: [path] } });
  write({ [path]: whole });
  const fixed = await machine.json(["impact", `${target}:MyButton`]);
  expect(fixed).toMatchObject({ complete: true, unknown: { unread: [] } });
});

test("index lists partly read files, which make answers incomplete", async () => {
  write({ "src/app.ts": "export function run( {\n  stop(;\n", "src/whole.ts": "export {};\n" });
  expect(await machine.json(["index"])).toMatchObject({
    unreadBy: {},
    partlyReadBy: { ".ts": 1 },
  });
  const { stdout } = await machine.run(["index"]);
  expect(stdout).toMatch(/partly read +1 \.ts file/);
  const answer = await machine.json(["deps", "src/app.ts"]);
  expect(answer).toMatchObject({ complete: false, unknown: { unread: ["src/app.ts"] } });
  expect(await machine.json(["deps", "src/whole.ts"])).toMatchObject({ complete: true });
});

test("shows a registered relation beside the code's edges until it is removed", async () => {
  write({ "src/scene.ts": SCENE, "schema/scene.sql": "create table scene (id int);\n" });
  const place = ["src/scene.ts:Scene.draw", "--to", "schema/scene.sql"];
  const registered = await machine.json(["link", ...place, "--kind", "generated_from"]);
  expect(registered).toMatchObject({ accepted: true, kind: "generated_from" });
  const { stdout } = await machine.run(["deps", "src/scene.ts:Scene.draw"]);
  expect(stdout).toMatch(/schema\/scene\.sql +it is generated from this.*registered by the user/);
  expect(await machine.json(["deps", "src/scene.ts:Scene.mutate"])).toMatchObject({ byMemory: [] });
  await machine.run(["link", ...place, "--remove"]);
  expect(await machine.json(["deps", "src/scene.ts:Scene.draw"])).toMatchObject({ byMemory: [] });
});

test.each([
  ["--file", ["a", "--to", "b", "--file", "c"]],
  ["--type", ["a", "--to", "b", "--type", "derived_from"]],
  ["--kind", ["4f3a91c2", "--file", "c", "--kind", "documents"]],
  ["--note", ["4f3a91c2", "--file", "c", "--note", "why"]],
  ["--note", ["a", "--to", "b", "--remove", "--note", "why"]],
  ["--type", ["4f3a91c2", "--file", "c", "--type", "derived_from"]],
])("link refuses %s where it does not apply: %j", async (option, args) => {
  const { status, stderr } = await machine.run(["link", ...args]);
  expect(status).toBe(64);
  expect(stderr).toContain(`${option} `);
});

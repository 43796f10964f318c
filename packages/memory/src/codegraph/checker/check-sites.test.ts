/**
 * What is asked of a project's own TypeScript, and every way it can fail to answer. The compiler of these tests is
 * a stand-in with our four functions: the real one is a binary of 26 MB that no project must have. It is asked in
 * `bench/graph-accuracy`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { extractFile } from "../extract-file.ts";
import type { FileFacts } from "../facts.ts";
import { decodeFacts } from "../facts-codec.ts";
import { checkFiles } from "./check-sites.ts";
import { findTypeScript } from "./typescript-api.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tacit-checker-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const STORE = "export class Store {\n  open() {}\n}\n";
const APP =
  'import { make } from "./x";\nexport function run() {\n  make().open();\n  JSON.parse("1");\n}\n';

/** Finds `open` in the store, `parse` in a library, and that `make` stands for something without a declaration. */
const COMPILER = `
export class API {
  constructor({ cwd }) { this.cwd = cwd; }
  updateSnapshot({ openFiles }) {
    const at = (path, start) => ({ path, resolve: () => ({ name: { getStart: () => start }, getStart: () => 0 }) });
    const open = { flags: 8192, declarations: [at(this.cwd + "/src/store.ts", 23)], valueDeclaration: undefined };
    const alias = { flags: 1 << 21, declarations: [], valueDeclaration: undefined };
    const parse = { flags: 8192, declarations: [at("/usr/lib/lib.d.ts", 3)], valueDeclaration: undefined };
    const checker = {
      getSymbolAtPosition: (file, positions) => positions.map((one) => ({ 54: alias, 61: open, 76: parse })[one]),
      getAliasedSymbol: () => ({ flags: 1, declarations: [], valueDeclaration: undefined }),
    };
    return { getDefaultProjectForFile: (file) => openFiles.includes(file) ? { checker } : undefined };
  }
  close() {}
}
`;

function install(version: string, program = COMPILER): void {
  const exports = { "./package.json": "./package.json", "./unstable/sync": "./sync.mjs" };
  const manifest = { name: "typescript", version, type: "module", exports };
  write("node_modules/typescript/package.json", JSON.stringify(manifest));
  write("node_modules/typescript/sync.mjs", program);
}

async function checked(): Promise<unknown[]> {
  write("src/store.ts", STORE);
  write("src/app.ts", APP);
  const factsOf = async (path: string): Promise<FileFacts | undefined> => {
    const { facts } = await extractFile(root, { path, knownHash: null });
    return facts === null ? undefined : decodeFacts(facts);
  };
  const facts = await factsOf("src/app.ts");
  if (facts === undefined) throw new Error("no facts");
  const found = [];
  const typescript = await findTypeScript(root);
  for await (const one of checkFiles(typescript, { root, factsOf }, [
    { path: "src/app.ts", facts },
  ])) {
    found.push(one);
  }
  return found;
}

test("calls stand for definitions of ours, for what is outside, or for nothing that it knows", async () => {
  install("7.0.2");
  expect(await checked()).toEqual([
    {
      path: "src/app.ts",
      resolved: {
        tier: "checker",
        targets: [{ path: "src/store.ts", key: expect.stringMatching(/Store\/\d+:open$/) }],
        sites: [
          { line: 3, column: 9, target: 0 },
          { line: 4, column: 7, target: -1 },
        ],
        relations: [],
      },
    },
  ]);
});

test("no TypeScript, an older one, one without the interface: what is missing is said", async () => {
  await expect(checked()).rejects.toMatchObject({
    code: "checker_missing",
    facts: { folder: root },
  });
  install("6.0.3");
  await expect(checked()).rejects.toMatchObject({
    code: "checker_missing",
    facts: { wanted: "typescript 7", found: "6.0.3" },
  });
  install("7.9.0");
  rmSync(join(root, "node_modules/typescript/sync.mjs"));
  await expect(checked()).rejects.toMatchObject({
    code: "checker_missing",
    facts: { wanted: "its programming interface", found: "7.9.0" },
  });
});

test("a compiler that lies in a folder above the project is not run", async () => {
  const above = root;
  install("7.0.2", "throw new Error('it was run');");
  root = join(above, "project");
  try {
    await expect(checked()).rejects.toMatchObject({ code: "checker_missing" });
    write("node_modules/typescript/package.json", '{ "name": "typescript", "version": "7.0.2" }');
    await expect(checked()).rejects.toMatchObject({
      code: "checker_missing",
      facts: { wanted: "its programming interface" },
    });
  } finally {
    root = above;
  }
});

test.each([
  ["does not start", "export class API { constructor() { throw new RangeError('no binary'); } }"],
  ["has other functions", "export class API { updateSnapshot() { return {}; } close() {} }"],
  ["has no class of that name", "export const nothing = 1;"],
])("a compiler that %s is one failure, and no damage of ours", async (_name, program) => {
  install("7.5.0", program);
  await expect(checked()).rejects.toMatchObject({
    code: "checker_failed",
    facts: { checker: "typescript 7.5.0" },
  });
});

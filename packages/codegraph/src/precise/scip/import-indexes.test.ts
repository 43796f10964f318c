/** What a SCIP index changes in the graph and what it must not change. No indexer runs here. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type TestTree, testTree } from "../../live/testing-tree.ts";
import { placeOf, scipIndex, type TestDocument, type TestOccurrence } from "./testing-index.ts";

const STORE = `export class Store {
  open() {}
  close() {}
}
export const LIMIT = 3;
`;
/** `make()` returns a value whose type only a compiler knows. */
const APP = `import { Store, LIMIT } from "./store";
declare function make(): any;
export function run() {
  const it = make();
  it.open();
  return LIMIT;
}
`;
const OTHER = `export class Other {
  open() {}
}
`;
const FILES = { "src/store.ts": STORE, "src/app.ts": APP, "src/other.ts": OTHER };

const name = (path: string, rest: string) => `s npm p 1 src/\`${path}\`/${rest}`;
const definition = (text: string, word: string, symbol: string): TestOccurrence => ({
  at: placeOf(text, word),
  symbol,
  isDefinition: true,
});
const use = (text: string, word: string, symbol: string, nth = 0): TestOccurrence => ({
  at: placeOf(text, word, nth),
  symbol,
});

function storeDocument(text = STORE): TestDocument {
  return {
    path: "src/store.ts",
    language: "TypeScript",
    occurrences: [
      definition(text, "Store", name("store.ts", "Store#")),
      definition(text, "open", name("store.ts", "Store#open().")),
      definition(text, "close", name("store.ts", "Store#close().")),
      definition(text, "LIMIT", name("store.ts", "LIMIT.")),
    ],
  };
}

function appDocument(text = APP, opened = "Store#open()."): TestDocument {
  return {
    path: "src/app.ts",
    language: "TypeScript",
    occurrences: [
      definition(text, "run", name("app.ts", "run().")),
      use(text, "open", name("store.ts", opened)),
      use(text, "LIMIT", name("store.ts", "LIMIT."), 1),
      use(text, "Store", name("store.ts", "Store#")),
    ],
  };
}

let tree: TestTree;
afterEach(() => tree.close());

function writeIndex(
  documents: readonly TestDocument[],
  path = "index.scip",
  atMs?: number,
): string {
  const file = join(tree.root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, scipIndex({ documents }));
  if (atMs !== undefined) utimesSync(file, new Date(atMs), new Date(atMs));
  return file;
}

async function indexed(
  files = { named: [] as string[], isLooking: true, isChecked: false },
  isFull = false,
) {
  const session = await tree.session();
  const { compilers, notes } = await session.index(isFull, () => undefined, files);
  const edges = (await tree.edges(session)).filter((edge) => edge.startsWith("src/app.ts:run "));
  await session.close();
  return { indexes: compilers.indexes, notes, edges };
}

const OPENS = "src/app.ts:run calls src/store.ts:Store.open 0.99";

describe("an index at the root", () => {
  test("takes precedence over our own analysis and reports what is used", async () => {
    tree = testTree(FILES);
    expect((await indexed()).edges).not.toContain(OPENS);
    writeIndex([storeDocument(), appDocument()]);
    const { indexes, edges } = await indexed();
    expect(edges).toContain(OPENS);
    expect(edges).toContain("src/app.ts:run references src/store.ts:LIMIT 0.99");
    expect(indexes).toEqual([
      {
        file: "index.scip",
        tool: "test-indexer 1.0",
        documents: 2,
        files: 2,
        sites: 3,
        outdated: 0,
        unknown: 0,
      },
    ]);
    // Without changes nothing is read again, and the edges stay.
    expect((await indexed()).edges).toContain(OPENS);
  });

  test("is found in .scip/, and an index in a subfolder uses paths relative to it", async () => {
    tree = testTree(FILES);
    writeIndex([storeDocument(), appDocument()], ".scip/typescript.scip");
    expect((await indexed()).edges).toContain(OPENS);
    rmSync(join(tree.root, ".scip"), { recursive: true });
    expect((await indexed()).edges).not.toContain(OPENS);
    const inner = [storeDocument(), appDocument()].map((testDocument) => ({
      ...testDocument,
      path: testDocument.path.slice("src/".length),
    }));
    const file = writeIndex(inner, "src/build.scip");
    expect((await indexed({ named: [file], isLooking: true, isChecked: false })).edges).toContain(
      OPENS,
    );
  });

  test("is ignored with --no-scip until it is searched for again", async () => {
    tree = testTree(FILES);
    writeIndex([storeDocument(), appDocument()]);
    expect((await indexed()).edges).toContain(OPENS);
    expect(await indexed({ named: [], isLooking: false, isChecked: false })).toMatchObject({
      indexes: [],
      edges: expect.not.arrayContaining([OPENS]),
    });
    expect((await indexed()).edges).toContain(OPENS);
  });
});

describe("a file edited after indexing", () => {
  test("uses our analysis until the index is updated or the edit is undone", async () => {
    tree = testTree(FILES);
    writeIndex([storeDocument(), appDocument()]);
    expect((await indexed()).edges).toContain(OPENS);
    tree.write("src/app.ts", `// more\n${APP}`);
    const session = await tree.session();
    await session.fresh();
    expect(await tree.edges(session)).not.toContain(OPENS);
    await session.close();
    const after = await indexed();
    expect(after.edges).not.toContain(OPENS);
    expect(after.indexes[0]).toMatchObject({ files: 1, outdated: 0 });
    tree.write("src/app.ts", APP);
    expect((await indexed()).edges).toContain(OPENS);
    tree.write("src/app.ts", `// more\n${APP}`);
    writeIndex([storeDocument(), appDocument(`// more\n${APP}`)]);
    expect((await indexed()).edges).toContain(OPENS);
  });

  test("detects a same-size edit in a running process and reuses the index after undo", async () => {
    tree = testTree(FILES);
    writeIndex([storeDocument(), appDocument()]);
    await indexed();
    const session = await tree.session();
    const opens = async () => (await tree.edges(session)).includes(OPENS);
    expect(await opens()).toBe(true);
    tree.write("src/app.ts", APP.replace("return LIMIT", "return 12345"));
    expect(await opens()).toBe(false);
    tree.write("src/app.ts", APP);
    expect(await opens()).toBe(true);
  });

  test("still resolves targets after the target file was edited", async () => {
    tree = testTree(FILES);
    writeIndex([storeDocument(), appDocument()]);
    await indexed();
    tree.write("src/store.ts", STORE.replace("export class", "// moved\n\nexport class"));
    expect((await indexed()).edges).toContain(OPENS);
    tree.write("src/store.ts", STORE.replace("open() {}", "openNow() {}"));
    expect((await indexed()).edges).not.toContain(OPENS);
  });

  test.each([
    ["a line more", (text: string) => `// more\n${text}`],
    ["a definition of another name", (text: string) => text.replace("run()", "go()")],
    [
      "most names changed",
      (text: string) => text.replace("it.open", "it.shut").replace("return LIMIT", "return 30000"),
    ],
  ])("uses our analysis if the text differs at the first import: %s", async (_name, edit) => {
    tree = testTree({ ...FILES, "src/app.ts": edit(APP) });
    writeIndex([storeDocument(), appDocument()]);
    const { indexes, edges } = await indexed();
    expect(edges).not.toContain(OPENS);
    expect(indexes[0]).toMatchObject({ files: 1, outdated: 1 });
    // After checking out the indexed version, the index is used.
    tree.write("src/app.ts", APP);
    expect((await indexed()).edges).toContain(OPENS);
  });

  test("requires every name to match if the file is newer than its index", async () => {
    const many = Array.from({ length: 12 }, (_value, n) => `  it.open(); // ${n}\n`).join("");
    const text = APP.replace("  it.open();\n", many);
    const occurrences = Array.from({ length: 12 }, (_value, n) =>
      use(text, "open", name("store.ts", "Store#open()."), n),
    );
    const document = { path: "src/app.ts", occurrences };
    // Files of the tree are dated 2023 (see testing-tree).
    tree = testTree({ ...FILES, "src/app.ts": text.replace("open(); // 5", "shut(); // 5") });
    writeIndex([storeDocument(), document], "index.scip", 1_000_000_000_000);
    expect((await indexed()).indexes[0]).toMatchObject({ outdated: 1 });
    writeIndex([storeDocument(), document], "index.scip");
    // If the file is older, the one changed word is left out and the rest is used.
    expect((await indexed()).indexes[0]).toMatchObject({ outdated: 0, sites: 11 });
  });

  test("uses a document with embedded text only for that text", async () => {
    tree = testTree(FILES);
    writeIndex([
      storeDocument(),
      { ...appDocument(), text: APP.replace('"./store"', '"./other"') },
    ]);
    expect((await indexed()).indexes[0]).toMatchObject({ outdated: 1 });
    writeIndex([storeDocument(), { ...appDocument(), text: APP }]);
    expect((await indexed()).edges).toContain(OPENS);
  });
});

describe("an unusable index", () => {
  test("is reported when found, and earlier results stay valid", async () => {
    tree = testTree(FILES);
    const file = writeIndex([storeDocument(), appDocument()]);
    await indexed();
    writeFileSync(file, scipIndex({ documents: [storeDocument(), appDocument()] }).subarray(0, 90));
    const broken = await indexed();
    expect(broken.notes).toEqual([
      expect.stringMatching(/^index\.scip was not read: it ends early/),
    ]);
    expect(broken.edges).toContain(OPENS);
    expect(broken.indexes[0]).toMatchObject({ files: 2 });
  });

  test("throws when named, after all other work is done", async () => {
    tree = testTree(FILES);
    const file = join(tree.root, "bad.scip");
    writeFileSync(file, "{}");
    const named = { named: [file], isLooking: true, isChecked: false };
    await expect(indexed(named)).rejects.toMatchObject({ code: "scip_malformed" });
    expect(await tree.reached("src/store.ts:LIMIT", "dependents")).toContain("src/app.ts");
    const none = { named: [join(tree.root, "none.scip")], isLooking: true, isChecked: false };
    await expect(indexed(none)).rejects.toMatchObject({ code: "input_missing" });
  });

  test("rejects an index of another project, an empty one, and paths that lead outside", async () => {
    tree = testTree(FILES);
    const file = join(tree.root, "index.scip");
    const reasonOf = async (documents: readonly TestDocument[]) => {
      writeFileSync(file, scipIndex({ documents }));
      return (await indexed({ named: [], isLooking: true, isChecked: false }, true)).notes;
    };
    expect(await reasonOf([])).toEqual(["index.scip was not read: it has no documents"]);
    const elsewhere = [
      "../store.ts",
      "/etc/passwd",
      "C:\\x.ts",
      "node_modules/a/a.ts",
      "src/none.ts",
      "",
    ];
    expect(await reasonOf(elsewhere.map((path) => ({ path, occurrences: [] })))).toEqual([
      "index.scip was not read: none of its 6 documents is a file of this project",
    ]);
  });
});

test("rejects links out of the project and pipes, and accepts a document that occurs twice", async () => {
  tree = testTree({ ...FILES, "real/Own.kt": "class Own\n" });
  const outside = mkdtempSync(join(tmpdir(), "tacit-scip-outside-"));
  try {
    writeFileSync(join(outside, "Secret.kt"), "class Secret\n");
    symlinkSync(outside, join(tree.root, "linked"));
    symlinkSync(join(outside, "Secret.kt"), join(tree.root, "Link.kt"));
    const pipes = [join(tree.root, "Pipe.kt"), join(tree.root, "pipe.scip")];
    execFileSync("sh", ["-c", 'mkfifo "$@"', "sh", ...pipes]);
    const own = { path: "real/Own.kt", language: "Kotlin", occurrences: [] };
    const paths = ["linked/Secret.kt", "Link.kt", "Pipe.kt", "real/Own.kt", "./real//Own.kt"];
    const documents = paths.map((path) => ({ ...own, path }));
    writeFileSync(join(tree.root, "index.scip"), scipIndex({ documents }));
    const named = { named: [], isLooking: true, isChecked: false };
    const { indexes } = await indexed(named);
    expect(indexes).toMatchObject([{ documents: 5, files: 1, unknown: 3 }]);
    const pipe = { ...named, named: [join(tree.root, "pipe.scip")] };
    await expect(indexed(pipe)).rejects.toMatchObject({ code: "scip_malformed" });
  } finally {
    rmSync(outside, { recursive: true, force: true, maxRetries: 3 });
  }
});

describe("a language without a grammar", () => {
  const SCALA = `package demo

trait Shape {
  def area(): Int
}

class Square(val side: Int) extends Shape {
  override def area(): Int = side * side
}
`;
  const MAIN = `package demo

def main() = {
  val square = new Square(2)
  println(square.area())
}
`;
  const symbol = (rest: string) => `s maven demo 1 demo/${rest}`;
  const documents = (): TestDocument[] => [
    {
      path: "src/Shape.scala",
      language: "Scala",
      occurrences: [
        { ...definition(SCALA, "Shape", symbol("Shape#")), lines: [2, 4] },
        definition(SCALA, "area", symbol("Shape#area().")),
        { ...definition(SCALA, "Square", symbol("Square#")), lines: [6, 8] },
        { at: placeOf(SCALA, "Square"), symbol: symbol("Square#`<init>`()."), isDefinition: true },
        { at: placeOf(SCALA, "area", 1), symbol: symbol("Square#area()."), isDefinition: true },
        use(SCALA, "Shape", symbol("Shape#"), 1),
      ],
      symbols: [
        { symbol: symbol("Shape#"), kind: 21, name: "Shape" },
        { symbol: symbol("Square#"), kind: 7, above: [symbol("Shape#")] },
        { symbol: symbol("Square#area()."), above: [symbol("Shape#area().")] },
      ],
    },
    {
      path: "src/Main.scala",
      language: "Scala",
      occurrences: [
        { ...definition(MAIN, "main", symbol("main().")), lines: [2, 5] },
        use(MAIN, "Square", symbol("Square#`<init>`().")),
        use(MAIN, "area", symbol("Shape#area().")),
      ],
    },
  ];

  test("has files, symbols and edges, and names changed files until the index is updated", async () => {
    tree = testTree({ ...FILES, "src/Shape.scala": SCALA, "src/Main.scala": MAIN });
    writeIndex(documents());
    const session = await tree.session();
    await session.index(false, () => undefined);
    const edges = await tree.edges(session);
    expect(edges.filter((edge) => edge.includes(".scala"))).toEqual(
      [
        "src/Main.scala imports src/Shape.scala 0.99",
        "src/Main.scala:main calls src/Shape.scala:Shape.area 0.99",
        "src/Main.scala:main instantiates src/Shape.scala:Square 0.99",
        "src/Shape.scala:Square implements src/Shape.scala:Shape 0.99",
        "src/Shape.scala:Square typed_as src/Shape.scala:Shape 0.99",
        "src/Shape.scala:Square.<init> childof src/Shape.scala:Square 1",
        "src/Shape.scala:Square.area childof src/Shape.scala:Square 1",
        "src/Shape.scala:Shape.area childof src/Shape.scala:Shape 1",
        "src/Shape.scala:Square.area overrides src/Shape.scala:Shape.area 0.99",
      ].sort(),
    );
    expect((await session.factsOf("src/Shape.scala"))?.language).toBe("scala");
    expect(await tree.reached("src/Shape.scala:Square.area", "dependents")).toContain(
      "src/Main.scala:main",
    );
    await session.close();
    tree.write("src/Main.scala", `// changed\n${MAIN}`);
    const later = await tree.session();
    expect((await later.fresh()).stale).toEqual(["src/Main.scala"]);
    expect((await tree.edges(later)).join("\n")).toContain("src/Main.scala:main calls");
    await later.close();
    tree.remove("src/Main.scala");
    const last = await tree.session();
    expect((await last.fresh()).stale).toEqual([]);
    expect((await tree.edges(last)).join("\n")).not.toContain("Main.scala");
  });
});

/** C and C++: which header an include means, what is counted as unknown, and edges after an edit. */
import { afterEach, expect, test } from "vitest";
import { unknownCallsOf } from "../../graph/unknown-calls.ts";
import { type TestTree, testTree } from "../../live/testing-tree.ts";

let tree: TestTree | undefined;
afterEach(async () => {
  await tree?.close();
  tree = undefined;
});

const COMMANDS = JSON.stringify([
  { directory: "/home/me/app/build", file: "../core/main.c", command: "cc -I../odd/place -c x.c" },
]);
const DEFINES = "int open_it(void) { return 1; }\n";

test.each<readonly [string, Readonly<Record<string, string>>, string]>([
  ["beside the file", { "core/a.h": DEFINES, "other/a.h": DEFINES }, "core/a.h"],
  ["in a folder named include", { "include/a.h": DEFINES, "x/y/a.h": DEFINES }, "include/a.h"],
  [
    "in a folder of compile_commands.json",
    { "odd/place/a.h": DEFINES, "x/a.h": DEFINES, "compile_commands.json": COMMANDS },
    "odd/place/a.h",
  ],
  [
    "in a folder of a compile_commands.json of more than 1 MB",
    {
      "odd/place/a.h": DEFINES,
      "x/a.h": DEFINES,
      "compile_commands.json": COMMANDS + " ".repeat(1_100_000),
    },
    "odd/place/a.h",
  ],
  ["by a unique end of a path", { "deep/down/a.h": DEFINES }, "deep/down/a.h"],
  ["not if two paths end like that", { "one/a.h": DEFINES, "two/a.h": DEFINES }, ""],
])("a header is found %s", async (_title, files, expected) => {
  const main = '#include "a.h"\nint main(void) { return open_it(); }\n';
  tree = testTree({ ...files, "core/main.c": main });
  const edges = await tree.edges(await tree.session());
  const included = edges.filter((edge) => edge.startsWith("core/main.c imports "));
  expect(included).toEqual(expected === "" ? [] : [`core/main.c imports ${expected} 0.97`]);
  const calls = edges.filter((edge) => edge.includes(" calls "));
  expect(calls).toEqual(expected === "" ? [] : [`core/main.c:main calls ${expected}:open_it 0.97`]);
});

const HEADER = "class Pen { public: void draw(int a); void draw(double a); void lift(); };\n";

test.each<readonly [string, string, string, number]>([
  ["a call of one of several overloads", "void f(Pen& pen, T x) { pen.draw(x); }", "draw", 1],
  ["a call on an unknown receiver", "void f() { auto pen = unknown(); pen.lift(); }", "lift", 1],
  ["a method called in its class, of several", "void Pen::lift() { draw(T()); }", "draw", 1],
  ["a method's name called outside of a class", "void f() { draw(T()); }", "draw", 0],
  ["a call that is resolved", "void f(Pen& pen) { pen.lift(); }", "lift", 0],
  ["a call on a type of a library", "void f(std::string& pen) { pen.lift(); }", "lift", 0],
])("unknown calls: %s", async (_title, text, name, count) => {
  tree = testTree({ "pen.h": HEADER, "a.cc": `#include "pen.h"\n${text}\n` });
  const { graph } = await (await tree.session()).fresh();
  expect(unknownCallsOf(graph, new Set([name]), "pen.h")).toHaveLength(count);
});

test("a definition that moves to another file is called there after the edit", async () => {
  tree = testTree({
    "a.h": "void work(int n);\nclass A { public: void run(); };\n",
    "a.cc": '#include "a.h"\nvoid work(int n) {}\nvoid A::run() {}\n',
    "b.cc": '#include "a.h"\n',
    "main.cc": '#include "a.h"\nvoid go(A* a) { work(1); a->run(); }\n',
  });
  const session = await tree.session();
  const calls = async () =>
    (await tree?.edges(session))?.filter((edge) => /^main\.cc:go calls [ab]\.cc/.test(edge));
  expect(await calls()).toEqual([
    "main.cc:go calls a.cc:A.run 0.95",
    "main.cc:go calls a.cc:work 0.97",
  ]);
  tree.write("a.cc", '#include "a.h"\n');
  tree.write("b.cc", '#include "a.h"\nvoid work(int n) {}\nvoid A::run() {}\n');
  expect(await calls()).toEqual([
    "main.cc:go calls b.cc:A.run 0.95",
    "main.cc:go calls b.cc:work 0.97",
  ]);
});

const DECLARES = "int open_it();\nclass P { public: int read(); };\n";
const DEFINED = '#include "p.h"\nint open_it() { return 1; }\nint P::read() { return 2; }\n';
const CALLER = '#include "p.h"\nint go(P& p) { return open_it() + p.read(); }\n';

test("a function that several files define is used in each of them", async () => {
  tree = testTree({
    "include/p.h": DECLARES,
    "mock/p.cc": DEFINED,
    "src/p.cc": DEFINED,
    "src/m.cc": CALLER,
  });
  const edges = await tree.edges(await tree.session());
  const called = (name: string) =>
    edges.filter((edge) => edge.startsWith(`src/m.cc:go calls `) && edge.includes(name));
  expect(called("open_it")).toEqual(
    ["include/p.h", "mock/p.cc", "src/p.cc"].map(
      (path) => `src/m.cc:go calls ${path}:open_it 0.97`,
    ),
  );
  expect(called("read")).toEqual(
    ["include/p.h", "mock/p.cc", "src/p.cc"].map((path) => `src/m.cc:go calls ${path}:P.read 0.95`),
  );
});

test("a function that the caller's file and another one define is the caller's", async () => {
  tree = testTree({
    "include/p.h": DECLARES,
    "mock/p.cc": DEFINED,
    "src/p.cc": `${DEFINED}int go(P& p) { return open_it() + p.read(); }\n`,
  });
  const edges = await tree.edges(await tree.session());
  expect(edges.filter((edge) => edge.startsWith("src/p.cc:go calls mock"))).toEqual([]);
  expect(edges.filter((edge) => edge.startsWith("src/p.cc:go calls src/"))).toHaveLength(2);
});

test("a call of a function that very many files define is unknown", async () => {
  const mocks = Array.from({ length: 30 }, (_, at) => [`mock/p${at}.cc`, DEFINED]);
  tree = testTree({ ...Object.fromEntries(mocks), "include/p.h": DECLARES, "src/m.cc": CALLER });
  const session = await tree.session();
  const edges = await tree.edges(session);
  expect(edges.filter((edge) => edge.startsWith("src/m.cc:go calls mock/"))).toEqual([]);
  const { graph } = await session.fresh();
  expect(unknownCallsOf(graph, new Set(["open_it", "read"]), "src/m.cc")).toHaveLength(2);
});

const BUFFER = {
  "tools/buffer.h": "class Buffer { public: void push(int n); };\nint fill(int n);\n",
  "tools/buffer.cc":
    '#include "buffer.h"\nvoid Buffer::push(int n) {}\nint fill(int n) { return n; }\n',
};
const PUSHES = "void use() { Buffer b; b.push(1); }\n";

test.each<readonly [string, Readonly<Record<string, string>>, readonly string[]]>([
  ["not a type that no header declares", { "a.cc": `#include <vendor/buffer.h>\n${PUSHES}` }, []],
  [
    "not a function that no header declares",
    { "a.cc": "#include <vendor/fill.h>\nint use() { return fill(1); }\n" },
    [],
  ],
  [
    "not a function of another program that is declared alike",
    { "a.h": "int copy(int n);\n", "a.cc": '#include "a.h"\nint use() { return copy(1); }\n' },
    ["a.h:copy"],
  ],
  [
    "a type that is only announced",
    {
      "a.h": "class Buffer;\nstruct A { Buffer* b; };\n",
      "a.cc": '#include "a.h"\nvoid use(A& a) { a.b->push(1); }\n',
    },
    ["tools/buffer.cc:Buffer.push", "tools/buffer.h:Buffer.push"],
  ],
  [
    "a type whose header may be a missing one",
    { "a.cc": `#include "made.h"\n${PUSHES}` },
    ["tools/buffer.cc:Buffer.push", "tools/buffer.h:Buffer.push"],
  ],
])("a call means %s", async (_title, files, expected) => {
  const other = { "tools/copy.cc": "int copy(int n) { return n; }\n" };
  tree = testTree({ ...BUFFER, ...other, ...files });
  const edges = await tree.edges(await tree.session());
  const called = edges.flatMap((edge) => /^a\.cc:use calls (\S+)/.exec(edge)?.[1] ?? []);
  expect(called).toEqual(expected);
});

test.each([
  ['"a.h"', "core/a.h"],
  ["<lib/a.h>", "other/lib/a.h"],
])("a new header %s is linked with the files that wait for it", async (specifier, path) => {
  tree = testTree({ "core/main.c": `#include ${specifier}\nint main(void) { return 0; }\n` });
  const session = await tree.session();
  expect(await tree.edges(session)).toEqual([]);
  tree.write(path, DEFINES);
  expect(await tree.edges(session)).toEqual([`core/main.c imports ${path} 0.97`]);
});

test("an include that is added two headers away links the files above it again", async () => {
  tree = testTree({
    "c.h": DEFINES,
    "b.h": "int other_one;\n",
    "a.h": '#include "b.h"\n',
    "main.c": '#include "a.h"\nint main(void) { return open_it(); }\n',
  });
  const session = await tree.session();
  const calls = async () =>
    (await tree?.edges(session))?.filter((edge) => edge.includes(" calls "));
  expect(await calls()).toEqual([]);
  tree.write("b.h", '#include "c.h"\nint other_one;\n');
  expect(await calls()).toEqual(["main.c:main calls c.h:open_it 0.97"]);
  tree.write("b.h", "int other_one;\n");
  expect(await calls()).toEqual([]);
});

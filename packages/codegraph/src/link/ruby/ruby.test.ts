/** Ruby: what is counted as unknown, which file a require means, which definitions are not taken, and edges after an edit. */
import { afterEach, expect, test } from "vitest";
import { unknownCallsOf } from "../../graph/unknown-calls.ts";
import { type TestTree, testTree } from "../../live/testing-tree.ts";

let tree: TestTree | undefined;
afterEach(async () => {
  await tree?.close();
  tree = undefined;
});

const PEN = `class Pen
  def initialize; end
  def draw; end
  def lift; end
  def puts(x); end
  def file; end
  def self.make = new
end
`;

test.each<readonly [string, string, string, number]>([
  ["on a parameter", "def f(pen); pen.lift; end", "lift", 1],
  ["on the result of something unknown", "def f; unknown.lift; end", "lift", 1],
  ["of each element", "def f(pens); pens.each(&:lift); end", "lift", 1],
  ["on the own object of a module", "module M; def f; lift; end; end", "lift", 1],
  ["in a block that another object may run", "build { lift }", "lift", 1],
  ["of an assigned member", "def f(pen); pen.lift = 1; end", "lift", 1],
  ["sent by its name", "def f(pen); pen.send(:lift); end", "lift", 1],
  ["of a module to what is above it", "module M; def lift; super; end; end", "lift", 1],
  ["on an object of an unnamed class", "def f; Class.new(Pen).new.lift; end", "lift", 1],
  ["that creates an object of an unknown class", "def f(pen); pen.new; end", "initialize", 1],
  ["that is resolved", "def f; Pen.make.lift; end", "lift", 0],
  ["on a class of a library", "def f; File.lift; end", "lift", 0],
  ["of a method that every object has", "def f; puts 1; end", "puts", 0],
  [
    "on a library's class that the project reopens",
    "class String; end\ndef f; 'a'.lift; end",
    "lift",
    1,
  ],
])("a call %s: unknown or not", async (_title, text, name, count) => {
  tree = testTree({ "pen.rb": PEN, "a.rb": `${text}\n` });
  const { graph } = await (await tree.session()).fresh();
  const found = unknownCallsOf(graph, new Set([name]), "pen.rb");
  expect(found.filter(({ path }) => path === "a.rb")).toHaveLength(count);
});

test.each<readonly [string, Readonly<Record<string, string>>, string, string]>([
  ["beside the file", { "lib/b.rb": "", "b.rb": "" }, "require_relative 'b'", "lib/b.rb"],
  [
    "in a folder named lib",
    { "x/lib/kit/b.rb": "", "lib/b.rb": "" },
    "require 'kit/b'",
    "x/lib/kit/b.rb",
  ],
  [
    "not beside the file for a library",
    { "lib/json.rb": "", "kit/json.rb": "" },
    "require 'yaml'",
    "",
  ],
  ["not the file itself", {}, "require 'a'", ""],
  ["of an autoload", { "lib/kit/late.rb": "" }, "autoload :Late, 'kit/late'", "lib/kit/late.rb"],
])("a required file is found %s", async (_title, files, text, expected) => {
  tree = testTree({ ...files, "lib/a.rb": `${text}\n` });
  const edges = await tree.edges(await tree.session());
  const imports = edges.filter((edge) => edge.startsWith("lib/a.rb imports "));
  expect(imports).toEqual(expected === "" ? [] : [`lib/a.rb imports ${expected} 0.97`]);
});

const called = async (of: TestTree, from: string) => {
  const edges = await of.edges(await of.session());
  return edges.flatMap((edge) => {
    const [, to = ""] = new RegExp(`^${from} (?:calls|instantiates) (\\S+) 0\\.9`).exec(edge) ?? [];
    return to === "" ? [] : [to];
  });
};

test.each<readonly [string, string, readonly string[]]>([
  [
    "the innermost constant of a name",
    "module A; class T; end; class B; class T; end; def go; T.new; end; end; end",
    ["a.rb:A.B.T"],
  ],
  [
    "a constant of an ancestor",
    "class A; class T; end; end; class B < A; def go; T.new; end; end",
    ["a.rb:A.T"],
  ],
  [
    "a prepended module before the class",
    "module P; def f; end; end; class A; prepend P; def f; end; def go; f; end; end",
    ["a.rb:P.f"],
  ],
  [
    "the module included last",
    "module P; def f; end; end; module Q; def f; end; end; class A; include P; include Q; def go; f; end; end",
    ["a.rb:Q.f"],
  ],
  [
    "no method of a result that may be unknown",
    "class A; def f; end; def x(y); return y + 1 if y; A.new; end; def go; x(1).f; end; end",
    ["a.rb:A.x"],
  ],
  ["no method of objects on the class", "class A; def f; end; def self.go; f; end; end", []],
  [
    "both definitions under a condition",
    "class A; if X\ndef f; end\nelse\ndef f; end\nend\ndef go; f; end; end",
    ["a.rb:A.f", "a.rb:A.f"],
  ],
  [
    "a delegated method and its target",
    "class A; def f; end; end; class B; delegate :f, to: :a; def a; A.new; end; def go; f; end; end",
    ["a.rb:B.f"],
  ],
  [
    "a method of what the brackets of a class give",
    "class A; def self.[](*x); new(*x); end; def f; end; end\ndef go; A[1].f; end",
    ["a.rb:A.f"],
  ],
  [
    "a method of the object that a block is evaluated for",
    "class A; def f; end; end; class B; def f; end; def go; a = A.new; a.instance_eval { f }; end; end",
    ["a.rb:A.f", "a.rb:A"],
  ],
  [
    "a method of a variable that a block is evaluated for",
    "class A; def f; end; end; class B; def set; @a = A.new; end; def other; @a = A.new; end; def go; @a.instance_eval do\nf\nend\nend; end",
    ["a.rb:A.f"],
  ],
  [
    "no method of an element of a list",
    "class A; def f; end; end\ndef go; [A.new][0].f; end",
    ["a.rb:A"],
  ],
  [
    "a method that a block in a class defines",
    "class String; unless_defined('ext') do\ndef ext; end\nend; end\ndef go; 'a'.ext; end",
    ["a.rb:String.ext"],
  ],
  [
    "no method that a block defines for other classes",
    "module A; class_methods do\ndef f; end\nend; end; class B; include A; def go; f; end; end",
    [],
  ],
  ["a variable, not the method of its name", "class A; def f; end; def go; f = 1; f; end; end", []],
  [
    "a method whose result is in the brackets of an assignment",
    "class A; def f; end; def go(m); m[1, f, 2] = 3; f; end; end",
    ["a.rb:A.f"],
  ],
  [
    "a method of a variable that an assignment with brackets gives a value",
    "class A; def f; end; end; class B; def set; (@a, @b) = A.new, 1; end; def go; @a.f; end; end",
    ["a.rb:A.f"],
  ],
  [
    "a method with brackets, though a variable has its name",
    "class A; def f(x); end; def go; f = f(1); end; end",
    ["a.rb:A.f"],
  ],
  [
    "a method of each value that branches give a variable",
    "class A; def f; end; end; class B; def f; end; end; def go(x)\n@v ||= begin\nif x\nA.new\nelse\nB.new\nend\nrescue E\nnil\nend\ny = if x then A.new else B.new end\ny.f\nend",
    ["a.rb:A.f", "a.rb:B.f", "a.rb:A", "a.rb:B"],
  ],
  [
    "a method of a superclass that a class makes",
    "class S; def self.new(*n); end; def f; end; end; class A < S.new(:x); def go; f; x; end; end",
    ["a.rb:A.x", "a.rb:S.f"],
  ],
  [
    "a method of constants and variables that refer to each other",
    "class A; def f; end; end\nX = Y || A.new\nY = X || Z\nZ = (Y || X)\nclass B; def set; @a = @b || X; @b = @a || @b || Y; end; def go; @a.f; X.f; Z.f; end; end",
    ["a.rb:A.f"],
  ],
  [
    "the method of the only class that includes the module",
    "module M; def go; f; end; end; class A; include M; def f; end; end; class B; def f; end; end",
    ["a.rb:A.f"],
  ],
  [
    "no method of several classes that include the module",
    "module M; def go; f; end; end; class A; include M; def f; end; end; class B; include M; def f; end; end",
    [],
  ],
  [
    "a method whose name is a keyword",
    "class A; def super(n); end; def f; end; def go; f; end; end",
    ["a.rb:A.f"],
  ],
])("a call means %s", async (_title, text, expected) => {
  tree = testTree({ "a.rb": text });
  const from = "a\\.rb:(?:\\w+\\.)*go";
  expect(await called(tree, from)).toEqual(expected);
});

test("a method that moves to a module is called there after the edit, and a new constructor is found", async () => {
  tree = testTree({
    "a.rb": "class A\n  def f; end\nend\n",
    "m.rb": "module M\nend\n",
    "go.rb": "def go; A.new.f; end\n",
  });
  const session = await tree.session();
  const calls = async () =>
    (await tree?.edges(session))?.filter((edge) => /^go\.rb:go (?:calls|instantiates)/.test(edge));
  expect(await calls()).toEqual([
    "go.rb:go calls a.rb:A.f 0.95",
    "go.rb:go instantiates a.rb:A 0.95",
  ]);
  tree.write("a.rb", "class A\n  include M\n  def initialize; end\nend\n");
  tree.write("m.rb", "module M\n  def f; end\nend\n");
  expect(await calls()).toEqual([
    "go.rb:go calls m.rb:M.f 0.95",
    "go.rb:go instantiates a.rb:A 0.95",
    "go.rb:go instantiates a.rb:A.initialize 0.95",
  ]);
  tree.remove("m.rb");
  expect(await calls()).toEqual([
    "go.rb:go instantiates a.rb:A 0.95",
    "go.rb:go instantiates a.rb:A.initialize 0.95",
  ]);
});

const INCLUDING: Readonly<Record<string, string>> = {
  "lib/shop.rb":
    "module Shop\n  module U\n    def self.slug(s); end\n  end\n  class F\n    def glob?(n); end\n  end\nend\n",
  "test/helper.rb": "require 'support'\n",
  "test/support.rb": "include Shop\n",
  "test/test_u.rb":
    "require 'helper'\nclass TestU\n  class G < F\n  end\n  def go\n    U.slug('y')\n    f = F.new\n    f.glob?(2)\n  end\nend\n",
};
const INCLUDED_EDGES = [
  "test/test_u.rb:TestU.G extends lib/shop.rb:Shop.F 0.95",
  "test/test_u.rb:TestU.go calls lib/shop.rb:Shop.F.glob? 0.95",
  "test/test_u.rb:TestU.go calls lib/shop.rb:Shop.U.slug 0.95",
  "test/test_u.rb:TestU.go instantiates lib/shop.rb:Shop.F 0.95",
];

test.each<readonly [string, Readonly<Record<string, string>>, readonly string[], number]>([
  ["in a required file", {}, INCLUDED_EDGES, 0],
  [
    "in the file itself",
    { "test/test_u.rb": `include Shop\n${INCLUDING["test/test_u.rb"]}`, "test/support.rb": "" },
    INCLUDED_EDGES,
    0,
  ],
  ["in a file that is not required", { "test/helper.rb": "" }, [], 1],
  [
    "beside another module with this constant",
    {
      "test/support.rb": "include Shop\ninclude Other\n",
      "lib/other.rb": "module Other\n  module U; end\n  class F; end\nend\n",
    },
    [],
    1,
  ],
  ["of another module", { "test/support.rb": "include Other\n" }, [], 0],
])(
  "constants of a module that is included at the top level: %s",
  async (_title, files, expected, unknown) => {
    tree = testTree({ ...INCLUDING, ...files });
    const session = await tree.session();
    const edges = await tree.edges(session);
    expect(
      edges.filter((edge) =>
        /^test\/test_u\.rb:TestU\S* (?:calls|instantiates|extends) /.test(edge),
      ),
    ).toEqual(expected);
    const { graph } = await session.fresh();
    expect(unknownCallsOf(graph, new Set(["slug"]), "lib/shop.rb")).toHaveLength(unknown);
  },
);

test.each<readonly [string, string, string]>([
  ["an include goes", "test/support.rb", ""],
  ["a file on the way is no longer required", "test/helper.rb", ""],
])(
  "constants of a module that is included at the top level, after an edit: %s",
  async (_title, path, text) => {
    tree = testTree(INCLUDING);
    const session = await tree.session();
    const [, edge = ""] = INCLUDED_EDGES;
    expect(await tree.edges(session)).toContain(edge);
    tree.write(path, text);
    expect(await tree.edges(session)).not.toContain(edge);
    tree.write(path, INCLUDING[path] ?? "");
    expect(await tree.edges(session)).toContain(edge);
  },
);

test("a variable that gets another class leads the calls on it to that class", async () => {
  tree = testTree({
    "a.rb": "class A\n  attr_reader :pen\n  def initialize; @pen = Red.new; end\nend\n",
    "pens.rb": "class Red\n  def draw; end\nend\nclass Blue\n  def draw; end\nend\n",
    "go.rb": "def go; A.new.pen.draw; end\n",
  });
  const session = await tree.session();
  const calls = async () =>
    (await tree?.edges(session))?.filter((edge) => edge.startsWith("go.rb:go calls pens.rb"));
  expect(await calls()).toEqual(["go.rb:go calls pens.rb:Red.draw 0.95"]);
  tree.write("a.rb", "class A\n  attr_reader :pen\n  def initialize; @pen = Blue.new; end\nend\n");
  expect(await calls()).toEqual(["go.rb:go calls pens.rb:Blue.draw 0.95"]);
});

test.each<readonly [string, Readonly<Record<string, string>>, string, string, string]>([
  [
    "a class includes a module that calls its method",
    {
      "m.rb": "module M\n  def go; f; end\nend\n",
      "a.rb": "class A\n  def f; end\nend\n",
    },
    "a.rb",
    "class A\n  include M\n  def f; end\nend\n",
    "m.rb:M.go calls a.rb:A.f 0.97",
  ],
  [
    "a superclass includes a module that calls a method of the class",
    {
      "m.rb": "module M\n  def go; f; end\nend\n",
      "a.rb": "class A\nend\n",
      "b.rb": "class B < A\n  def f; end\nend\n",
    },
    "a.rb",
    "class A\n  include M\nend\n",
    "m.rb:M.go calls b.rb:B.f 0.97",
  ],
  [
    "a second class no longer includes a module",
    {
      "m.rb": "module M\n  def go; f; end\nend\n",
      "a.rb": "class A\n  include M\n  def f; end\nend\n",
      "b.rb": "class B\n  include M\n  def f; end\nend\n",
    },
    "b.rb",
    "class B\n  def f; end\nend\n",
    "m.rb:M.go calls a.rb:A.f 0.97",
  ],
  [
    "a class gets another superclass",
    {
      "s.rb": "class S\n  def go; f; end\nend\n",
      "a.rb": "class A\n  def f; end\nend\n",
    },
    "a.rb",
    "class A < S\n  def f; end\nend\n",
    "s.rb:S.go calls a.rb:A.f 0.97",
  ],
  [
    "the nearest place of a class gets a method",
    {
      "x/a.rb": "class A\n  LIMIT = 1\nend\n",
      "y/a.rb": "class A\n  def f; end\nend\n",
      "x/go.rb": "def go; A.new; end\n",
    },
    "x/a.rb",
    "class A\n  LIMIT = 1\n  def g; end\nend\n",
    "x/go.rb:go instantiates x/a.rb:A 0.95",
  ],
])("after an edit, other files are linked again: %s", async (_title, files, path, text, edge) => {
  tree = testTree(files);
  const session = await tree.session();
  expect(await tree.edges(session)).not.toContain(edge);
  tree.write(path, text);
  expect(await tree.edges(session)).toContain(edge);
  tree.write(path, files[path] ?? "");
  expect(await tree.edges(session)).not.toContain(edge);
});

test("code is linked to its test", async () => {
  tree = testTree({
    "lib/store.rb": "class Store\n  def f; end\nend\n",
    "spec/store_spec.rb": "describe Store do\n  it { Store.new.f }\nend\n",
  });
  const edges = await tree.edges(await tree.session());
  expect(edges).toContain("lib/store.rb tested_by spec/store_spec.rb 0.95");
});

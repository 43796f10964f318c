/** Swift: which overload a call means, what is not reached, and what stays unknown. */
import { afterEach, expect, test } from "vitest";
import { extractFacts } from "../../facts/extract.ts";
import { loadLanguage } from "../../facts/parser/parser.ts";
import { plainSwiftType } from "../../facts/swift/plain-swift.ts";
import { SWIFT } from "../../facts/swift/swift.ts";
import { unknownCallsOf } from "../../graph/unknown-calls.ts";
import { type TestTree, testTree } from "../../live/testing-tree.ts";

let tree: TestTree | undefined;
afterEach(async () => {
  await tree?.close();
  tree = undefined;
});

const PICKS = {
  "text.swift": "func pick(_ text: String) {}",
  "number.swift": 'func pick(_ number: Int, extra: String = "") {}',
  "label.swift": "func pick(at place: Int) {}",
  "block.swift": "func pick(_ text: String, then block: () -> Void) {}",
  "many.swift": "func pick(all: Int...) {}",
};

/** The files in `PICKS` whose function is called. */
test.each([
  ['pick("a")', ["text.swift"]],
  ["pick(1)", ["number.swift"]],
  ['pick(1, extra: "b")', ["number.swift"]],
  ["pick(at: 1)", ["label.swift"]],
  ['pick("a") { }', ["block.swift"]],
  ['pick("a", then: { })', ["block.swift"]],
  ["pick(all: 1, 2, 3)", ["many.swift"]],
  ["pick(unknown())", []],
  ["pick(other: 1)", []],
])("%s chooses its overload", async (call, files) => {
  tree = testTree({ "a.swift": `func use() { ${call} }`, ...PICKS });
  const edges = await tree.edges(await tree.session());
  const found = edges.flatMap((edge) => /^a\.swift:use calls (\S+):pick/.exec(edge)?.[1] ?? []);
  expect(found).toEqual(files);
});

test("an initialiser of a superclass that replaces another one is called, where the types have several names", async () => {
  tree = testTree({
    "a.swift": `protocol P {}
open class Base { public init(list: [Item]) {} }
extension Base { public typealias Item = P }
open class Mid: Base { public override init(list: [P]) { super.init(list: list) } }
open class Sub: Mid { public init(all: [P]) { super.init(list: all) } }
`,
  });
  const edges = await tree.edges(await tree.session());
  expect(edges).toContain("a.swift:Sub.init calls a.swift:Mid.init 0.97");
  expect(edges).not.toContain("a.swift:Sub.init calls a.swift:Base.init 0.97");
});

test("overloads of one class stay apart, though their types are read alike", async () => {
  tree = testTree({
    "a.swift": `protocol V {}
class Box<T> {}
class Row {
  func get<T: V>(_ box: Box<T>) -> T {}
  func get<T: V>(_ box: Box<T?>) -> T? {}
}
func use(row: Row) { row.get(unknown()) }
`,
  });
  const edges = await tree.edges(await tree.session());
  expect(edges.filter((edge) => edge.startsWith("a.swift:use calls "))).toEqual([]);
});

const IMPLIED = `enum Event<Element> { case next(Element), done }
struct Recorded<Value> {
    static func next<T>(_ time: Int, _ element: T) -> Recorded<Event<T>> where Value == Event<T> {}
}
struct Sequence2<Trait, Element> {}
typealias One<Element> = Sequence2<OneTrait, Element>
typealias Few<Element> = Sequence2<FewTrait, Element>
enum OneTrait {}
enum FewTrait {}
extension Sequence2 where Trait == OneTrait { static func just() {} }
extension Sequence2 where Trait == FewTrait { static func just() -> Int {} }
class Sink { func on(_ event: Event<Int>) {}; var last: Event<Int> = .done
    func all(_ events: [Recorded<Event<Int>>]) {}
    func each(_ block: (Sink) -> Void, then other: (Int) -> Void) {}
}
func equal<E>(_ one: [Event<E>], _ other: [Event<E>]) {}
func equal<E>(_ one: [Result<E, Error>], _ other: [Result<E, Error>]) {}
func kind(_ text: String) {}
func kind(_ event: Event<Int>) {}
func few(_ a: Int) {}
func few(_ a: Int, b: Int = 1) -> Int {}
typealias Handler = (Int) -> Void
func load(_ a: Int, done: Handler? = nil) {}
func load(_ a: Int) async -> Int {}
`;

/** The last names of what `use` reaches, and the line of each. */
test.each([
  ["an argument", "s.on(.next(1))", ["Event.next", "Sink.on"]],
  ["a case without values", "s.on(.done)", ["Event.done", "Sink.on"]],
  ["elements of a list", "s.all([.next(1, 2)])", ["Recorded.next", "Sink.all"]],
  ["either branch", "s.on(c ? .done : .next(1))", ["Event.done", "Event.next", "Sink.on"]],
  ["a declared type", "let e: Event<Int> = .next(1)", ["Event.next"]],
  ["an assignment", "s.last = .next(1)", ["Event.next"]],
  ["a comparison", "if s.last == .done { }", ["Event.done"]],
  ["a pattern", "switch s.last { case .next(let x): x; default: s }", ["Event.next"]],
  ["a condition", "if case .next(let x) = s.last { }", ["Event.next"]],
  ["a result", "let e: () -> Event<Int> = { .next(1) }", ["Event.next"]],
  ["an overload", "kind(.done)", ["Event.done", "kind"]],
  ["an alias with type arguments", "let x = One<Int>.just()", ["Sequence2.just"]],
  [
    "a closure in the list",
    "s.each({ $0.on(.done) }, then: { $0 })",
    ["Event.done", "Sink.each", "Sink.on"],
  ],
  ["an explicit type", "let x = Event<Int>.next(1)", ["Event.next"]],
  ["no member of a tuple", "s.on((.done, 1))", ["Sink.on"]],
  ["no value of another type", "equal([s], [s])", []],
  ["the fewest defaults", "few(1)", ["few"]],
  ["no overload that may be awaited", "load(1)", []],
])("an implied type: %s", async (_title, body, names) => {
  tree = testTree({ "a.swift": `func use(s: Sink, c: Bool) { ${body} }`, "lib.swift": IMPLIED });
  const edges = await tree.edges(await tree.session());
  const found = edges.flatMap(
    (edge) => /^a\.swift:use (?:calls|references) lib\.swift:(\S+)/.exec(edge)?.[1] ?? [],
  );
  expect([...new Set(found)].sort()).toEqual(names);
});

test("a default value and a result have the type of their declaration", async () => {
  const text = "func take(e: Event<Int> = .done) {}\nfunc use() -> Event<Int> { .next(1) }";
  tree = testTree({ "a.swift": text, "lib.swift": IMPLIED });
  expect(await tree.reached("lib.swift:Event.done", "dependents", 1)).toContain("a.swift:take");
  expect(await tree.reached("lib.swift:Event.next", "dependents", 1)).toContain("a.swift:use");
});

test("an extension gives a type from outside a protocol, which chooses an overload", async () => {
  const lib = `protocol Source {}
extension URL: Source {}
func load(_ source: Source) {}
func load(_ event: Event<Int>) -> Int {}
enum Event<A> { case done }
`;
  tree = testTree({
    "a.swift": 'func use() { let u = URL(string: ""); load(u) }',
    "lib.swift": lib,
  });
  const edges = await tree.edges(await tree.session());
  expect(edges.filter((edge) => edge.startsWith("a.swift:use calls lib.swift:load"))).toHaveLength(
    1,
  );
});

const LIB = `class Store { func save() {} }
class Sub: Store {}
private func gone() {}
`;

test.each([
  [
    "a module that is not imported",
    "Sources/A/a.swift",
    "func use(s: Store) { s.save() }",
    "Store.save",
  ],
  ["a private function of another file", "Sources/B/a.swift", "func use() { gone() }", "gone"],
  ["an unknown value", "Sources/B/a.swift", "func use() { unknown().save() }", "Store.save"],
  [
    "an element of a list by its index",
    "Sources/B/a.swift",
    "func use(save: [Int]) { save[0] }",
    "Store.save",
  ],
])("no edge: %s", async (_title, path, text, target) => {
  tree = testTree({ [path]: text, "Sources/B/lib.swift": LIB });
  const found = await tree.reached(`Sources/B/lib.swift:${target}`, "dependents", 1);
  expect(found).not.toContain(`${path}:use`);
});

test.each([
  ["an imported module", "Sources/A/a.swift", "import B\nfunc use(s: Store) { s.save() }"],
  ["the file's module", "Sources/B/a.swift", "func use(s: Sub?) { s?.save() }"],
  [
    "the third parameter of a closure",
    "Sources/B/a.swift",
    "func take(_ block: (Int, Int, Store) -> Void) {}\nfunc use() { take { $2.save() } }",
  ],
  ["a folder that is no module", "App/a.swift", "func use(s: [Sub]) { s.forEach { $0.save() } }"],
])("reached: %s", async (_title, path, text) => {
  tree = testTree({ [path]: text, "Sources/B/lib.swift": LIB });
  const found = await tree.reached("Sources/B/lib.swift:Store.save", "dependents", 1);
  expect(found).toContain(`${path}:use`);
});

test.each([
  ["a member of an unknown value", "func use() { unknown().save() }", "save"],
  ["a member of an implied type", "func use() { take(.save()) }", "save"],
  [
    "a member of a closure's parameter without a name",
    "func use() { unknown { $4.save() } }",
    "save",
  ],
  ["what a class may inherit", "class A: Page { func use() { save() } }", "save"],
])("counted as unknown: %s", async (_title, text, name) => {
  tree = testTree({ "a.swift": text, "lib.swift": LIB });
  const { graph } = await (await tree.session()).fresh();
  const found = unknownCallsOf(graph, new Set([name]), "lib.swift");
  expect(found.map(({ path }) => path)).toEqual(["a.swift"]);
});

test("a closure has the parameters that it uses", async () => {
  const facts = extractFacts(await loadLanguage(SWIFT), "func use() { a { $1 + $3 }; a { 1 } }");
  const names = facts?.bindings.map(({ name, parameter }) => `${name} ${parameter}`);
  expect(names).toEqual(["$1 1", "$3 3"]);
});

test("an extension that is added later gives a type its members", async () => {
  tree = testTree({ "a.swift": "func use(s: Store) { s.pack() }", "lib.swift": LIB });
  await tree.session();
  tree.write("more.swift", "extension Store { func pack() {} }");
  expect(await tree.reached("more.swift:Store.pack", "dependents", 1)).toContain("a.swift:use");
});

test.each([
  ["[String: [Item]]?", "Map<String, Array<Item>>"],
  ["@escaping (A, _ b: B) throws -> C?", "(p0: A, p1: B) => C"],
  ["(any A)!", "A"],
  ["(a: A, b: B)", ""],
  ["A.Type", "Type<A>"],
])("the type %s is read as %s", (written, plain) => {
  expect(plainSwiftType(written)).toBe(plain);
});

/** Milliseconds of processor time. */
const MAX_MS = 30_000;

test.each([
  ["brackets", `func f() { a${"(b".repeat(10_000)}${")".repeat(10_000)} }`],
  ["closures in a chain", `func f() { a${".b { $0.c() }".repeat(3000)} }`],
  ["texts in texts", `let a = ${'"\\('.repeat(3000)}`],
  ["raw texts", `let a = ${'#"'.repeat(5000)}`],
  ["types", `func f(a: ${"(A) -> ".repeat(2000)}B) {}`],
  ["functions", "func f(a: Int) -> [String: A] { b() }\n".repeat(3000)],
])("a hostile file with many %s is read in bounded time", async (_title, text) => {
  const loaded = await loadLanguage(SWIFT);
  const start = process.cpuUsage();
  extractFacts(loaded, text);
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(MAX_MS);
});

const ONE_TARGET = `let package = Package(name: "Kit", targets: [
    // The sources (all of them).
    .target(name: "Kit", dependencies: ["Log"], path: "Sources"),
])
`;
const TWO_TARGETS = `let package = Package(name: "Kit", targets: [
    .target(name: "Net", path: "./Sources/Networking"),
    .target(name: "Cache", dependencies: [.target(name: "Other")], path: "Sources/Cache"),
    .testTarget(name: "Checks", dependencies: ["Net"], path: "Sources/Checks"),
])
`;
const USE = "func use(s: Store) { s.save() }";

test.each<readonly [string, string, string, string, boolean]>([
  ["another folder of its target", ONE_TARGET, "Sources/Cache/a.swift", USE, true],
  ["an imported target", ONE_TARGET, "Tests/KitTests/a.swift", `import Kit\n${USE}`, true],
  ["a target that is not imported", ONE_TARGET, "Tests/KitTests/a.swift", USE, false],
  ["another target", TWO_TARGETS, "Sources/Cache/a.swift", USE, false],
  ["another target by its name", TWO_TARGETS, "Sources/Checks/a.swift", `import Net\n${USE}`, true],
  [
    "a folder that is not its name",
    TWO_TARGETS,
    "Sources/Checks/a.swift",
    `import Networking\n${USE}`,
    false,
  ],
  ["a usual folder without a manifest", "", "Sources/Cache/a.swift", USE, false],
])(
  "the modules of a package: a file sees %s or not",
  async (_title, manifest, path, text, isSeen) => {
    tree = testTree({
      "Package.swift": manifest,
      "Sources/Networking/lib.swift": LIB,
      [path]: text,
    });
    const edges = await tree.edges(await tree.session());
    const found = edges.some((edge) =>
      edge.startsWith(`${path}:use calls Sources/Networking/lib.swift:Store.save`),
    );
    expect(found).toBe(isSeen);
  },
);

test("an edit of a package's manifest changes what files see", async () => {
  tree = testTree({
    "kit/Package.swift": TWO_TARGETS,
    "kit/Sources/Networking/lib.swift": LIB,
    "kit/Sources/Cache/a.swift": USE,
  });
  const session = await tree.session();
  const edge =
    "kit/Sources/Cache/a.swift:use calls kit/Sources/Networking/lib.swift:Store.save 0.95";
  expect(await tree.edges(session)).not.toContain(edge);
  tree.write("kit/Package.swift", ONE_TARGET);
  expect(await tree.edges(session)).toContain(edge);
});

/** Kotlin: what a call reaches, what it must not reach, and what stays unknown. */
import { afterEach, expect, test } from "vitest";
import { extractFacts } from "../../facts/extract.ts";
import { KOTLIN } from "../../facts/kotlin/kotlin.ts";
import { plainKotlinType } from "../../facts/kotlin/plain-kotlin.ts";
import { loadLanguage } from "../../facts/parser/parser.ts";
import { unknownCallsOf } from "../../graph/unknown-calls.ts";
import { type TestTree, testTree } from "../../live/testing-tree.ts";

let tree: TestTree | undefined;
afterEach(async () => {
  await tree?.close();
  tree = undefined;
});

type Row = readonly [title: string, file: string, other: string, target: string];

const LIB = `package lib
open class Store { fun save(); fun save(many: Int); fun name(): String = ""; }
class Sub : Store()
fun Store.pack() {}
fun String.pack() {}
fun make(): Store = Store()
fun save(one: Store) {}
fun save(one: Sub) {}
`;

/** The first file, which has `use`, another file `lib.kt`, and the target of its call. */
const REACHED: readonly Row[] = [
  ["an import", "import lib.Store\nfun use(s: Store) { s.save() }", LIB, "lib.kt:Store.save"],
  ["an import of a package", "import lib.*\nfun use() { make() }", LIB, "lib.kt:make"],
  [
    "a member of a nested class whose constructor is in the next line",
    "import lib.*\nfun use() { Spec.get().writeTo() }",
    'package lib\nclass Spec\nprivate constructor(builder: Builder) : Any() {\n  fun writeTo() {}\n  class Builder\n  internal constructor(val name: String) : Any() {\n    fun build(): Spec = Spec(this)\n  }\n  companion object {\n    fun get(): Spec = Builder("").build()\n  }\n}\n',
    "lib.kt:Spec.writeTo",
  ],
  [
    "a class with two annotations and a private constructor",
    "import lib.*\nfun use(s: Spec) { s.write() }",
    "package lib\n@A\n@B\nopen class Spec private constructor() {\n  fun write() {}\n}\n",
    "lib.kt:Spec.write",
  ],
  ["another name", "import lib.make as build\nfun use() { build() }", LIB, "lib.kt:make"],
  ["the package", "package lib\nfun use() { make() }", LIB, "lib.kt:make"],
  ["a nullable value", "import lib.*\nfun use(s: Store?) { s?.name() }", LIB, "lib.kt:Store.name"],
  [
    "either value",
    "import lib.*\nfun use(s: Store?) { (s ?: make()).name() }",
    LIB,
    "lib.kt:Store.name",
  ],
  ["a cast", "import lib.*\nfun use(s: Any) { (s as? Store)?.name() }", LIB, "lib.kt:Store.name"],
  [
    "a checked type after a return",
    "import lib.*\nfun use(s: Any) {\n if (s !is Store) return\n s.name() }",
    LIB,
    "lib.kt:Store.name",
  ],
  [
    "a member of the element",
    "import lib.*\nfun use(s: List<Store>) { s.filter { true }.forEach { it.name() } }",
    LIB,
    "lib.kt:Store.name",
  ],
  [
    "a loop",
    "import lib.*\nfun use(s: List<Store>) { for (one in s) one.name() }",
    LIB,
    "lib.kt:Store.name",
  ],
  [
    "a lambda with a receiver",
    "import lib.*\nfun build(block: Store.(Int) -> Unit) {}\nfun use() { build { name() } }",
    LIB,
    "lib.kt:Store.name",
  ],
  [
    "a lambda with a receiver whose type has another name",
    "import lib.*\ntypealias Block = Store.(Int) -> Unit\nfun build(block: Block) {}\nfun use() { build { name() } }",
    LIB,
    "lib.kt:Store.name",
  ],
  [
    "a lambda with a receiver whose type has another name and type parameters",
    "import lib.*\ntypealias Block<T> = Store.(T) -> Unit\nfun <T> build(block: Block<T>) {}\nfun use() { build { name() } }",
    LIB,
    "lib.kt:Store.name",
  ],
  [
    "a lambda with a receiver that is a type argument of another name",
    "import lib.*\nclass Box<T>\ntypealias Block<T> = T.() -> Unit\nfun build(block: Block<Store>) {}\nfun use() { build { name() } }",
    LIB,
    "lib.kt:Store.name",
  ],
  [
    "a lambda of overloads that give the same receiver",
    "import lib.*\nfun build(isOn: Boolean) {}\nfun build(text: String, block: Store.() -> Unit) {}\nfun build(block: Store.() -> Unit) {}\nfun use() { build { name() } }",
    LIB,
    "lib.kt:Store.name",
  ],
  [
    "a lambda behind type arguments",
    "import lib.*\nfun <T> build(block: Store.() -> Unit) {}\nfun use() { build<Int> { name() } }",
    LIB,
    "lib.kt:Store.name",
  ],
  [
    "a function of the name of the variable that gets its result",
    "import lib.*\nfun use() { val make = make()\n make.name() }",
    LIB,
    "lib.kt:make",
  ],
  [
    "a member of a variable that has the name of a function",
    "import lib.*\nfun use() { val make = make()\n make.name() }",
    LIB,
    "lib.kt:Store.name",
  ],
  [
    "a function beside a value of its name",
    "import lib.*\nfun use() { empty() }",
    "package lib\nval empty: String = empty()\nfun empty(): String = TODO()",
    "lib.kt:empty",
  ],
  [
    "a function beside a parameter of its name",
    "import lib.*\nfun use(make: Store) { make() }",
    LIB,
    "lib.kt:make",
  ],
  [
    "the parameter of a lambda that is an interface",
    "import lib.*\nfun interface Task { fun run(store: Store) }\nfun use() { Task { one -> one.name() } }",
    LIB,
    "lib.kt:Store.name",
  ],
  [
    "the parameter of a lambda that is passed as an interface",
    "import lib.*\nfun interface Task { fun run(store: Store) }\nfun add(task: Task) {}\nfun use() { add { it.name() } }",
    LIB,
    "lib.kt:Store.name",
  ],
  [
    "a member of an interface beside a function of its name",
    "import lib.*\ninterface Loader { class Builder { fun build() {} } }\nfun Loader(): Loader = TODO()\nfun use() { Loader.Builder().build() }",
    LIB,
    "a.kt:Loader.Builder.build",
  ],
  [
    "what calling an object means",
    "import lib.*\nclass Act { operator fun invoke(block: Store.() -> Unit) {} }\nfun use(act: Act) { act { name() } }",
    LIB,
    "lib.kt:Store.name",
  ],
  [
    "a call of an object",
    "import lib.*\nclass Act { operator fun invoke() {} }\nclass Page(val act: Act)\nfun use(page: Page) { page.act() }",
    LIB,
    "a.kt:Act.invoke",
  ],
  [
    "the object that use gives",
    "import lib.*\nclass File : java.io.Closeable { fun read() {} }\nfun use(file: File) { file.use { it.read() } }",
    LIB,
    "a.kt:File.read",
  ],
  [
    "type arguments",
    "import lib.*\nfun <T> id(s: T): Store = make()\nfun use() { id<Int>(3).name() }",
    LIB,
    "lib.kt:Store.name",
  ],
  ["an inherited member", "import lib.*\nfun use(s: Sub) { s.name() }", LIB, "lib.kt:Store.name"],
  [
    "an extension of a base class",
    "import lib.*\nfun use(s: Sub) { s.pack() }",
    LIB,
    "lib.kt:pack",
  ],
  [
    "an infix call",
    "import lib.*\ninfix fun Store.join(s: Store) {}\nfun use(s: Store) { s join s }",
    LIB,
    "a.kt:join",
  ],
];

test.each(REACHED)("%s", async (_title, file, other, target) => {
  tree = testTree({ "a.kt": file, "lib.kt": other });
  expect(await tree.reached(target, "dependents", 1)).toContain("a.kt:use");
});

const PICKS = {
  "text.kt": "package lib\nfun pick(text: String) {}",
  "number.kt": 'package lib\nfun pick(number: Int, extra: String = "") {}',
  "block.kt": "package lib\nfun pick(text: String, block: () -> Unit) {}",
};

const CLASSES = `package lib
class None
class One(val a: Int) { constructor(a: Int, b: Int, c: Int) : this(a) }
class Two(a: Int, b: Int = 3)
open class Table
object Users : Table()
fun two(a: Int, b: Int) {}
typealias Block<T> = Table.(T) -> Unit
`;

const OVERLOADS: readonly string[] = [
  "fun <R> of(make: () -> R) {}",
  "fun <R, A> of(make: (A) -> R) {}",
  "fun <R, A, B> of(make: (A, B) -> R) {}",
  "fun create(names: List<Int>, vararg tables: Table, block: () -> Unit) {}",
  "fun create(vararg tables: Table, block: () -> Unit) {}",
  "fun add(table: Table) {}",
  "fun add(vararg tables: Table) {}",
  "fun run(isOn: Boolean = true, block: (() -> Unit)? = null) {}",
  "fun run(block: (() -> Unit)?) {}",
  "fun each(block: Block<Table>) {}",
  "fun each(block: (Table, Table) -> Unit) {}",
];

/** The overloads that a call leads to. */
test.each([
  ["of(::None)", ["fun <R> of(make: () -> R) {}"]],
  ["of(::One)", ["fun <R, A> of(make: (A) -> R) {}"]],
  ["of(::Two)", ["fun <R, A, B> of(make: (A, B) -> R) {}"]],
  ["of(::two)", ["fun <R, A, B> of(make: (A, B) -> R) {}"]],
  ["of(::unknown)", []],
  ["of(zero)", ["fun <R> of(make: () -> R) {}"]],
  ["of(one)", ["fun <R, A> of(make: (A) -> R) {}"]],
  ["create(Users) { }", ["fun create(vararg tables: Table, block: () -> Unit) {}"]],
  ["create(Users, Users) { }", ["fun create(vararg tables: Table, block: () -> Unit) {}"]],
  ["add(Users)", ["fun add(table: Table) {}"]],
  ["add(Users, Users)", ["fun add(vararg tables: Table) {}"]],
  ["run { }", ["fun run(block: (() -> Unit)?) {}"]],
  ["each { (a, b) -> }", ["fun each(block: Block<Table>) {}"]],
  ["each { a, b -> }", ["fun each(block: (Table, Table) -> Unit) {}"]],
  ["run(true) { }", ["fun run(isOn: Boolean = true, block: (() -> Unit)? = null) {}"]],
])("%s means one of several overloads", async (call, overloads) => {
  const files = OVERLOADS.map((text, at) => [`${at}.kt`, `package lib\n${text}`]);
  tree = testTree({
    "a.kt": `import lib.*\nfun use(zero: () -> None, one: (Int) -> One) { ${call} }`,
    "classes.kt": CLASSES,
    ...Object.fromEntries(files),
  });
  const edges = await tree.edges(await tree.session());
  const found = edges.flatMap((edge) => /^a\.kt:use calls (\d+)\.kt:/.exec(edge)?.[1] ?? []);
  expect(found.map((at) => OVERLOADS[Number(at)])).toEqual(overloads);
});

/** The file in `PICKS` whose function is called. */
test.each([
  ['pick("a")', ["text.kt"]],
  ["pick(1)", ["number.kt"]],
  ['pick(1, extra = "b")', ["number.kt"]],
  ['pick(extra = "b", number = 1)', ["number.kt"]],
  ['pick("a") { }', ["block.kt"]],
  ['pick("a", { })', ["block.kt"]],
  ["pick(unknown())", []],
  ["pick(1, 2, 3)", []],
])("%s chooses its overload", async (call, files) => {
  tree = testTree({ "a.kt": `import lib.*\nfun use() { ${call} }`, ...PICKS });
  const edges = await tree.edges(await tree.session());
  const found = edges.flatMap((edge) => /^a\.kt:use calls (\S+):pick/.exec(edge)?.[1] ?? []);
  expect(found).toEqual(files);
});

const NOT_REACHED: readonly Row[] = [
  [
    "a constant of the name of a function from outside",
    'import other.make\nclass Page { fun use() { make() }\n companion object { const val make = "" } }',
    LIB,
    "a.kt:Page.Companion.make",
  ],
  ["a package that is not visible", "fun use() { make() }", LIB, "lib.kt:make"],
  [
    "an extension of another type",
    "import lib.*\nfun use(s: Int) { s.pack() }",
    LIB,
    "lib.kt:pack",
  ],
  [
    "a private function of another file",
    "package lib\nfun use() { gone() }",
    "package lib\nprivate fun gone() {}",
    "lib.kt:gone",
  ],
  [
    "a name imported from elsewhere",
    "package lib\nimport other.make\nfun use() { make() }",
    LIB,
    "lib.kt:make",
  ],
  [
    "a member of an unknown value",
    "import lib.*\nfun use() { unknown().name() }",
    LIB,
    "lib.kt:Store.name",
  ],
  [
    "a type in the other branch",
    "import lib.*\nclass Two { fun name() {} }\nfun use(s: Any) { when (s) {\n is Two -> s.name()\n is Store -> s.save()\n } }",
    LIB,
    "lib.kt:Store.name",
  ],
];

test.each(NOT_REACHED)("no edge: %s", async (_title, file, other, target) => {
  tree = testTree({ "a.kt": file, "lib.kt": other });
  expect(await tree.reached(target, "dependents", 1)).not.toContain("a.kt:use");
});

test.each([
  ["a member of an unknown value", "import lib.*\nfun use() { unknown().name() }", "name"],
  ["an overload that is not clear", "import lib.*\nfun use() { save(unknown()) }", "save"],
  ["what a class may inherit", "import lib.*\nclass A : Page() { fun use() { name() } }", "name"],
  ["a member of a lambda's receiver", "fun use() { unknown { name() } }", "name"],
])("counted as unknown: %s", async (_title, file, name) => {
  tree = testTree({ "a.kt": file, "lib.kt": LIB });
  const { graph } = await (await tree.session()).fresh();
  const found = unknownCallsOf(graph, new Set([name]), "lib.kt");
  expect(found.map(({ path }) => path)).toEqual(["a.kt"]);
});

test("a declaration that moves to another package is linked again", async () => {
  tree = testTree({ "a.kt": "import lib.*\nfun use() { make() }", "lib.kt": LIB });
  expect(await tree.reached("lib.kt:make", "dependents", 1)).toContain("a.kt:use");
  tree.write("lib.kt", LIB.replace("package lib", "package other"));
  expect(await tree.reached("lib.kt:make", "dependents", 1)).not.toContain("a.kt:use");
  tree.write("lib.kt", LIB);
  expect(await tree.reached("lib.kt:make", "dependents", 1)).toContain("a.kt:use");
});

test("Java calls a class of Kotlin that is added later", async () => {
  tree = testTree({ "b/J.java": "package b; import a.K; class J { void use(K k) { k.go(); } }" });
  await tree.session();
  tree.write("a/K.kt", "package a\nclass K { fun go() {}\n}");
  expect(await tree.reached("a/K.kt:K.go", "dependents", 1)).toContain("b/J.java:J.use");
});

test("a companion that extends its own class has the members of the class", async () => {
  tree = testTree({
    "a.kt":
      "open class A {\n companion object : A() { fun make() {} }\n fun go() {}\n}\nfun use() { A.go(); A.gone() }",
  });
  expect(await tree.reached("a.kt:A.go", "dependents", 1)).toContain("a.kt:use");
});

test("the nearest of expect and actual is called", async () => {
  tree = testTree({
    "common/a.kt": "package p\nexpect fun now(): Int\nfun use() = now()",
    "jvm/a.kt": "package p\nactual fun now(): Int = 1\nfun other() = now()",
  });
  expect(await tree.reached("common/a.kt:now", "dependents", 1)).toEqual(["common/a.kt:use"]);
  expect(await tree.reached("jvm/a.kt:now", "dependents", 1)).toEqual(["jvm/a.kt:other"]);
});

test.each([
  ["(A, b: B) -> C", "(p0: A, p1: B) => C"],
  ["suspend A.(B) -> C?", "(this: A, p0: B) => C"],
  ["((A) -> Unit)?", "(p0: A) => Unit"],
  ["(A) -> (B) -> C", "(p0: A) => (p0: B) => C"],
  ["Map<String, List<A>>?", "Map<String, List<A>>"],
])("the type %s is read as %s", (written, plain) => {
  expect(plainKotlinType(written)).toBe(plain);
});

/** Milliseconds of processor time. */
const MAX_MS = 30_000;

test.each([
  ["brackets", "fun f() { a".concat("(b".repeat(20_000), ")".repeat(20_000), "}")],
  ["calls in a chain", `fun f() { a${".b { it.c() }".repeat(5000)} }`],
  ["texts in texts", `val a = ${'"${'.repeat(3000)}`],
  ["overloads", `package p\n${"fun f(a: Int) {}\n".repeat(3000)}fun g() { f(1) }`],
  ["conditions", `fun f(x: Any) { when (x) {${"\n is A if x.b -> c()".repeat(3000)}\n} }`],
  ["types", `fun f(a: ${"(A) -> ".repeat(2000)}B) {}`],
])("a hostile file with many %s is read in bounded time", async (_title, text) => {
  const loaded = await loadLanguage(KOTLIN);
  const start = process.cpuUsage();
  extractFacts(loaded, text);
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(MAX_MS);
});

/** What an expression of Kotlin gives, shown by the member that is called on it. */
import { afterEach, expect, test } from "vitest";
import { type TestTree, testTree } from "../../live/testing-tree.ts";

let tree: TestTree | undefined;
afterEach(async () => {
  await tree?.close();
  tree = undefined;
});

const LIB = `package lib
interface Shut
open class Store : Shut { fun save() {}
  fun named(name: String) = apply { this.label = name }
  fun titled(name: String) = also { it.label = name }
  private var label = "" }
class Sub : Store() { fun only() {} }
class Cache { operator fun get(key: String): Store? = null; operator fun set(key: String, store: Store) {} }
class Many { operator fun get(at: Int): Store = Store(); operator fun get(key: String): Sub = Sub() }
object Stores { val MAIN: Store = Store() }
fun make(): Store = Store()
fun <T : Shut, R> T.using(block: (T) -> R): R = block(this)
fun <T> List<T>.head(): T = get(0)
fun <T> T.kept(): T = this
val shared = Stores.MAIN
enum class Level(val size: Int) { LOW(1), HIGH(2); val store: Store = Store(); fun rise() {} }
fun isOpen(): Boolean = true
fun String.shown() {}
class Named { fun made(): Int = 1; val made: Store = Store(); fun made(block: Store.() -> Unit) {} }
class Column<T>
fun words(): Column<String> = Column()
fun Store.pack() {}
`;

type Row = readonly [title: string, body: string, target: string];

const REACHED: readonly Row[] = [
  ["a function that is only `apply`", 'make().named("a").save()', "Store.save"],
  ["a function that is only `also`", 'make().titled("a").save()', "Store.save"],
  ["`apply` of a function of the base class", 'Sub().named("a").only()', "Sub.only"],
  ["the parameter of a lambda of the receiver's type", "make().using { it.save() }", "Store.save"],
  ["the element of a list as the receiver states it", "list.head().save()", "Store.save"],
  ["an extension of any type", "make().kept().save()", "Store.save"],
  ["brackets", "cache[key]?.save()", "Store.save"],
  ["brackets, and a lambda", "cache[key]!!.using { it.save() }", "Store.save"],
  ["what `checkNotNull` gives", "checkNotNull(cache[key]).save()", "Store.save"],
  ["what `assertNotNull` gives", 'assertNotNull(make().named("a"), "none").save()', "Store.save"],
  ["what `assertIs` gives", "assertIs<Store>(any).save()", "Store.save"],
  ["what `assertIs` has checked", "assertIs<Store>(any); any.save()", "Store.save"],
  ["what `check` has checked", "check(any is Store); any.save()", "Store.save"],
  ["`lazy` with a mode", "One().lazily.save()", "Store.save"],
  ["`lazy` with another type", "One().stated.save()", "Store.save"],
  ["`inject` with a type", "One().injected.save()", "Store.save"],
  ["the lambda of a method beside a property", "Named().made { save() }", "Store.save"],
  ["a property of an enum", "Level.HIGH.store.save()", "Store.save"],
  ["a value of an enum", "Level.HIGH.rise()", "Level.rise"],
  ["a negated call", "if (any == key || !isOpen()) return", "isOpen"],
  ["what a text gives", '" a ".trimIndent().shown()', "shown"],
  ["a property beside a method of its name", "Named().made.save()", "Store.save"],
  ["an extension of what a constant of a constant holds", "shared.pack()", "pack"],
];

const within = (body: string) =>
  `import lib.*\nclass One {\n val stated: Store by lazy(NONE) { other() }\n val lazily by lazy(NONE) { make() }\n val injected by inject<Store>()\n}\nfun use(cache: Cache, many: Many, key: String, list: List<Store>, any: Any) { ${body} }`;

test.each(REACHED)("%s: %s", async (_title, body, target) => {
  tree = testTree({ "a.kt": within(body), "lib.kt": LIB });
  expect(await tree.reached(`lib.kt:${target}`, "dependents", 1)).toContain("a.kt:use");
});

test.each([
  ["brackets of a class with several", "many[at()].only()", "Sub.only"],
  ["brackets of a class with several", "many[at()].save()", "Store.save"],
  ["`apply` in a lambda of an unknown receiver", "unknown { apply { }.save() }", "Store.save"],
])("no edge: %s: %s", async (_title, body, target) => {
  tree = testTree({ "a.kt": within(body), "lib.kt": LIB });
  expect(await tree.reached(`lib.kt:${target}`, "dependents", 1)).not.toContain("a.kt:use");
});

test.each([
  ["words().eq(1)", "eq(t: T)"],
  ["Column<Sub>().eq(1)", "eq(t: Int)"],
])("%s means the extension whose type arguments fit: %s", async (body, text) => {
  tree = testTree({
    "a.kt": within(body),
    "lib.kt": LIB,
    "t.kt": "package lib\nfun <T> Column<T>.eq(t: T) {}",
    "e.kt": "package lib\nfun <E : Store?> Column<E>.eq(t: Int) {}",
  });
  const file = text === "eq(t: T)" ? "t.kt" : "e.kt";
  expect(await tree.reached(`${file}:eq`, "dependents", 1)).toContain("a.kt:use");
});

const BESIDE = `package lib
fun <T> Sub.put(value: T) {}
fun Store.put(other: Store) {}
`;

/** The type of the receiver of the extension that a call means. */
test.each([
  ["Sub().put(make())", ["Store"]],
  ["Sub().put(3)", ["Sub"]],
  ["Sub().put(unknown())", []],
])("%s means the extension of %s, by its argument", async (body, types) => {
  const [, first = "", second = ""] = BESIDE.split("\n");
  tree = testTree({
    "a.kt": within(body),
    "lib.kt": LIB,
    "Sub.kt": `package lib\n${first}`,
    "Store.kt": `package lib\n${second}`,
  });
  const edges = await tree.edges(await tree.session());
  const found = edges.flatMap((edge) => /^a\.kt:use calls (\w+)\.kt:put/.exec(edge)?.[1] ?? []);
  expect(found).toEqual(types);
});

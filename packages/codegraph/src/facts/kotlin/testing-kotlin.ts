/** Known graphs of Kotlin for tests. */
import type { Known } from "../languages/testing-components.ts";

export const KNOWN_KOTLIN: readonly Known[] = [
  {
    language: "kotlin, its packages, extensions and lambdas",
    files: {
      "lib/src/main/kotlin/Store.kt": `package a.lib

import a.item.Item
import a.item.mark as tick

interface Closable { fun close() }
abstract class Base(val log: Log) {
    open fun shut() = log.line("shut")
    protected fun note() {}
}
class Store(log: Log, private val limit: Int = 3) : Base(log), Closable {
    private val items: MutableList<Item> = mutableListOf()
    val first: Item by lazy { items.first() }
    constructor(path: String) : this(Log(path)) { note() }
    init { open() }
    companion object {
        const val LIMIT = 3
        fun create(path: String): Store = Store(path)
    }
    private fun open() {}
    override fun close() { super.shut(); note() }
    fun find(id: Int): Item? = items.firstOrNull { it.matches(id) }
    fun find(name: String): Item? { items.forEach { item -> item.tick() }; return null }
    fun fill(block: Builder.() -> Unit) { Builder().apply(block) }
    fun each(block: (Item) -> Unit) {}
}
class Builder { fun add(item: Item) = this; fun done() {} }
class Log(val path: String) { fun line(text: String) {} }
enum class Level { LOW, HIGH; fun next() = HIGH }
object Settings { fun read(): Level = Level.LOW }
fun open(path: String): Store = Store.create(path)
private fun hidden() {}
`,
      "lib/src/main/kotlin/Item.kt": `package a.item

class Item { fun matches(id: Int) = true; fun print() {} }
fun Item.mark() { print() }
fun Item.mark(text: String) {}
fun String.mark() {}
val Item.size: Int get() { print(); return 1 }
`,
      "app/Main.kt": `package a.app

import a.lib.*
import a.item.Item
import a.item.mark

class Main(private val store: Store) : Closable {
    override fun close() = store.close()
    fun run(any: Any, late: Item?, other: Unknown) {
        store.find(1)?.mark()
        store.find("x")!!.print()
        Store.create("x").shut()
        store.fill { add(Item()).done() }
        store.each { it.print() }
        with(store) { shut() }
        store.also { it.close() }.first.print()
        val made = open(path = "x")
        made.close()
        if (any is Item) any.print()
        when (any) {
            is Log -> any.line("x")
            else -> helper()
        }
        val item = late ?: return
        item.mark("text")
        "a".mark()
        Settings.read().next()
        Level.HIGH.next()
        other.done()
        listOf(item).forEach(::help)
        object : Base(Log("x")) { fun go() { note() } }
    }
    private fun helper() {}
}
fun help(item: Item) { hidden() }
fun hidden() {}
`,
    },
    uses: [
      "app/Main.kt:Main.run → lib/src/main/kotlin/Store.kt:Store.find",
      "app/Main.kt:Main.run → lib/src/main/kotlin/Item.kt:mark",
      "app/Main.kt:Main.run → lib/src/main/kotlin/Item.kt:Item.print",
      "app/Main.kt:Main.run → lib/src/main/kotlin/Item.kt:Item",
      "app/Main.kt:Main.run → lib/src/main/kotlin/Store.kt:Store.Companion.create",
      "app/Main.kt:Main.run → lib/src/main/kotlin/Store.kt:Base.shut",
      "app/Main.kt:Main.run → lib/src/main/kotlin/Store.kt:Store.fill",
      "app/Main.kt:Main.run → lib/src/main/kotlin/Store.kt:Builder.add",
      "app/Main.kt:Main.run → lib/src/main/kotlin/Store.kt:Builder.done",
      "app/Main.kt:Main.run → lib/src/main/kotlin/Store.kt:Store.close",
      "app/Main.kt:Main.run → lib/src/main/kotlin/Store.kt:open",
      "app/Main.kt:Main.run → lib/src/main/kotlin/Store.kt:Log.line",
      "app/Main.kt:Main.run → app/Main.kt:Main.helper",
      "app/Main.kt:Main.run → lib/src/main/kotlin/Store.kt:Settings.read",
      "app/Main.kt:Main.run → lib/src/main/kotlin/Store.kt:Level.next",
      "app/Main.kt:Main.run → app/Main.kt:help",
      "app/Main.kt:Main.run.object.go → lib/src/main/kotlin/Store.kt:Base.note",
      "app/Main.kt:Main.run.object → lib/src/main/kotlin/Store.kt:Base",
      "app/Main.kt:Main.close → lib/src/main/kotlin/Store.kt:Store.close",
      "app/Main.kt:Main.close → lib/src/main/kotlin/Store.kt:Closable.close",
      "app/Main.kt:Main → lib/src/main/kotlin/Store.kt:Closable",
      "app/Main.kt:help → app/Main.kt:hidden",
      "lib/src/main/kotlin/Store.kt:Store.find → lib/src/main/kotlin/Item.kt:Item.matches",
      "lib/src/main/kotlin/Store.kt:Store.find → lib/src/main/kotlin/Item.kt:mark",
      "lib/src/main/kotlin/Store.kt:Store.close → lib/src/main/kotlin/Store.kt:Base.shut",
      "lib/src/main/kotlin/Store.kt:Store.close → lib/src/main/kotlin/Store.kt:Base.note",
      "lib/src/main/kotlin/Store.kt:Base.shut → lib/src/main/kotlin/Store.kt:Log.line",
      "lib/src/main/kotlin/Item.kt:mark → lib/src/main/kotlin/Item.kt:Item.print",
      "lib/src/main/kotlin/Item.kt:size → lib/src/main/kotlin/Item.kt:Item.print",
    ],
    absent: [
      "app/Main.kt:help → lib/src/main/kotlin/Store.kt:hidden",
      "app/Main.kt:Main.run → lib/src/main/kotlin/Store.kt:Closable.close",
    ],
  },
  {
    language: "kotlin and java in one tree",
    files: {
      "src/main/kotlin/a/Shop.kt": `package a

class Shop(val owner: Owner) {
    companion object { @JvmStatic fun open(): Shop = Shop(Owner("x")) }
    fun sell() { owner.pay(3); Owner.count() }
}
fun discount(shop: Shop) {}
`,
      "src/main/java/a/Owner.java": `package a;
public class Owner {
  public Owner(String name) {}
  public void pay(int sum) {}
  public static int count() { return 1; }
  void visit(Shop shop) { shop.sell(); Shop.open().sell(); ShopKt.discount(shop); }
}
`,
      "src/main/java/b/Other.java": `package b;
import a.Shop;
import a.ShopKt;
class Other { void go() { Shop.Companion.open(); ShopKt.discount(null); new Shop(null).sell(); } }
`,
    },
    uses: [
      "src/main/kotlin/a/Shop.kt:Shop.sell → src/main/java/a/Owner.java:Owner.pay",
      "src/main/kotlin/a/Shop.kt:Shop.sell → src/main/java/a/Owner.java:Owner.count",
      "src/main/kotlin/a/Shop.kt:Shop.Companion.open → src/main/java/a/Owner.java:Owner",
      "src/main/java/a/Owner.java:Owner.visit → src/main/kotlin/a/Shop.kt:Shop.sell",
      "src/main/java/a/Owner.java:Owner.visit → src/main/kotlin/a/Shop.kt:Shop.Companion.open",
      "src/main/java/a/Owner.java:Owner.visit → src/main/kotlin/a/Shop.kt:discount",
      "src/main/java/b/Other.java:Other.go → src/main/kotlin/a/Shop.kt:Shop.Companion.open",
      "src/main/java/b/Other.java:Other.go → src/main/kotlin/a/Shop.kt:discount",
      "src/main/java/b/Other.java:Other.go → src/main/kotlin/a/Shop.kt:Shop",
      "src/main/java/b/Other.java:Other.go → src/main/kotlin/a/Shop.kt:Shop.sell",
    ],
  },
];

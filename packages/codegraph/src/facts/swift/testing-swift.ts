/** Known graphs of Swift for tests. */
import type { Known } from "../languages/testing-components.ts";

export const KNOWN_SWIFT: readonly Known[] = [
  {
    language: "swift, its extensions, labels and protocols",
    files: {
      "Sources/Lib/Store.swift": `import Foundation
public protocol Closable { func close() }
open class Base {
    let log: Log
    init(log: Log) { self.log = log }
    func shut(now: Bool = true) { log.line("shut") }
    class func make() -> Base { Base(log: Log()) }
}
public final class Store: Base {
    static let shared = Store(log: Log())
    private var items: [Item] = []
    var byName: [String: Item] = [:]
    var first: Item? { return items.first }
    func find(id: Int) -> Item? { items.first { $0.matches(id) } }
    func find(name: String) -> Item? { byName[name]?.mark(); return nil }
    func each(_ block: (Item) -> Void) { for item in items { block(item) } }
    override func shut(now: Bool) { super.shut(now: now); helper() }
    private func helper() {}
}
public struct Log { func line(_ text: String) {} }
enum Level { case low, high(Int)
    func next() -> Level { .low }
    static func parse(_ text: String) -> Level { low }
}
func open(path: String) -> Store { Store.shared }
fileprivate func hidden() {}
`,
      "Sources/Lib/Store+Closable.swift": `extension Store: Closable {
    public func close() { shut(now: false); first?.printAll() }
    struct Options { func apply() {} }
}
extension Store.Options { func both() { apply() } }
extension String { func trimmed() -> String { self.cut() } ; func cut() -> String { self } }
`,
      "Sources/Lib/Item.swift": `struct Item {
    func matches(_ id: Int) -> Bool { true }
    func mark() {}
    func printAll() {}
}
extension Closable { func twice() { close() } }
`,
      "Tests/LibTests/StoreTests.swift": `import XCTest
@testable import Lib
final class StoreTests: XCTestCase {
    var store: Store!
    func testAll(any: Any, late: Item?) throws {
        store.find(id: 1)?.mark()
        store.find(name: "x")!.printAll()
        Store.shared.close()
        store.twice()
        store.each { $0.printAll() }
        store.each { item in item.mark() }
        let made = open(path: "x")
        made.shut()
        if let item = any as? Item { item.mark() }
        guard let late = late else { return }
        late.mark()
        "a".trimmed()
        Level.parse("x").next()
        switch any {
        case let log as Log: log.line("x")
        default: break
        }
        unknown().helper()
        Store.Options().both()
        hidden()
        check(Base.make())
    }
    private func check(_ base: Base) { base.shut() }
}
`,
    },
    uses: [
      "Tests/LibTests/StoreTests.swift:StoreTests.testAll → Sources/Lib/Store.swift:Store.find",
      "Tests/LibTests/StoreTests.swift:StoreTests.testAll → Sources/Lib/Item.swift:Item.mark",
      "Tests/LibTests/StoreTests.swift:StoreTests.testAll → Sources/Lib/Item.swift:Item.printAll",
      "Tests/LibTests/StoreTests.swift:StoreTests.testAll → Sources/Lib/Store+Closable.swift:Store.close",
      "Tests/LibTests/StoreTests.swift:StoreTests.testAll → Sources/Lib/Item.swift:Closable.twice",
      "Tests/LibTests/StoreTests.swift:StoreTests.testAll → Sources/Lib/Store.swift:open",
      "Tests/LibTests/StoreTests.swift:StoreTests.testAll → Sources/Lib/Store.swift:Store.each",
      "Tests/LibTests/StoreTests.swift:StoreTests.testAll → Sources/Lib/Store+Closable.swift:String.trimmed",
      "Tests/LibTests/StoreTests.swift:StoreTests.testAll → Sources/Lib/Store.swift:Level.parse",
      "Tests/LibTests/StoreTests.swift:StoreTests.testAll → Sources/Lib/Store.swift:Level.next",
      "Tests/LibTests/StoreTests.swift:StoreTests.testAll → Sources/Lib/Store.swift:Log.line",
      "Tests/LibTests/StoreTests.swift:StoreTests.testAll → Sources/Lib/Store+Closable.swift:Store.Options.both",
      "Tests/LibTests/StoreTests.swift:StoreTests.testAll → Sources/Lib/Store.swift:Base.make",
      "Tests/LibTests/StoreTests.swift:StoreTests.testAll → Tests/LibTests/StoreTests.swift:StoreTests.check",
      "Tests/LibTests/StoreTests.swift:StoreTests.check → Sources/Lib/Store.swift:Base.shut",
      "Sources/Lib/Store+Closable.swift:Store.close → Sources/Lib/Store.swift:Store.shut",
      "Sources/Lib/Store+Closable.swift:Store.close → Sources/Lib/Item.swift:Item.printAll",
      "Sources/Lib/Store+Closable.swift:Store.close → Sources/Lib/Store.swift:Closable.close",
      "Sources/Lib/Store+Closable.swift:Store.Options.both → Sources/Lib/Store+Closable.swift:Store.Options.apply",
      "Sources/Lib/Store+Closable.swift:String.trimmed → Sources/Lib/Store+Closable.swift:String.cut",
      "Sources/Lib/Store.swift:Store.find → Sources/Lib/Item.swift:Item.matches",
      "Sources/Lib/Store.swift:Store.find → Sources/Lib/Item.swift:Item.mark",
      "Sources/Lib/Store.swift:Store.shut → Sources/Lib/Store.swift:Base.shut",
      "Sources/Lib/Store.swift:Store.shut → Sources/Lib/Store.swift:Store.helper",
      "Sources/Lib/Store.swift:Base.shut → Sources/Lib/Store.swift:Log.line",
      "Sources/Lib/Item.swift:Closable.twice → Sources/Lib/Store.swift:Closable.close",
    ],
    absent: [
      "Tests/LibTests/StoreTests.swift:StoreTests.testAll → Sources/Lib/Store.swift:hidden",
      "Tests/LibTests/StoreTests.swift:StoreTests.testAll → Sources/Lib/Store.swift:Store.helper",
    ],
  },
];

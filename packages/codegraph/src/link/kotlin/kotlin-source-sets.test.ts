/** Which of the declarations of several source sets a call means: `expect` in shared code, `actual` in that of a platform. */
import { afterEach, expect, test } from "vitest";
import { type TestTree, testTree } from "../../live/testing-tree.ts";

let tree: TestTree | undefined;
afterEach(async () => {
  await tree?.close();
  tree = undefined;
});

const NOW = "fun now(): Int";
const SHOW = "fun show(at: Int, many: Int";
const CLOCK = "class Clock { fun tick() {}";

/** A library for several platforms. */
const LIB = {
  "lib/src/androidMain/kotlin/a.kt": `package p\nactual ${NOW} = 1\nactual ${SHOW}) {}\nactual ${CLOCK}; fun wake() {} }`,
  "lib/src/commonMain/kotlin/a.kt": `package p\nexpect ${NOW}\nexpect ${SHOW} = 1)\nexpect ${CLOCK} }\nclass Day { val clock: Clock = Clock() }`,
  "lib/src/jvmMain/kotlin/a.kt": `package p\nactual ${NOW} = 1\nactual ${CLOCK}; fun wait() {} }`,
  "lib/src/nativeMain/kotlin/a.kt": `package p\nactual ${NOW} = 1\nactual ${CLOCK} }`,
};

type Row = readonly [from: string, set: string];

const FUNCTIONS: readonly Row[] = [
  ["lib/src/commonMain", "commonMain"],
  ["lib/src/commonTest", "commonMain"],
  ["lib/src/jvmMain", "jvmMain"],
  ["lib/src/jvmTest", "jvmMain"],
  ["lib/src/androidUnitTest", "androidMain"],
  ["lib/src/androidInstrumentedTest", "androidMain"],
  ["lib/src/linuxX64Test", "nativeMain"],
  ["lib/src/iosMain", "nativeMain"],
  ["lib/src/jsMain", "commonMain"],
  ["lib/src/otherMain", "commonMain"],
  ["lib/src/zlibTest", "commonMain"],
  ["app/src/jvmTest", "jvmMain"],
  ["app/src/commonTest", "commonMain"],
  ["app/src/main", "commonMain"],
];

test.each(FUNCTIONS)("a call in %s means the declaration in %s", async (from, set) => {
  const file = `${from}/kotlin/use.kt`;
  tree = testTree({ ...LIB, [file]: "package p\nfun use() { now(); Clock().tick() }" });
  const edges = await tree.edges(await tree.session());
  const found = edges.flatMap((edge) => edge.split(`${file}:use calls `)[1]?.split(" ")[0] ?? []);
  const target = `lib/src/${set}/kotlin/a.kt`;
  expect(found.sort()).toEqual([`${target}:Clock.tick`, `${target}:now`]);
});

test("a member that only a platform has is found on a value from shared code", async () => {
  const file = "lib/src/jvmTest/kotlin/use.kt";
  tree = testTree({ ...LIB, [file]: "package p\nfun use(day: Day) { day.clock.wait() }" });
  const target = "lib/src/jvmMain/kotlin/a.kt:Clock.wait";
  expect(await tree.reached(target, "dependents", 1)).toContain(`${file}:use`);
});

test("a default that `expect` states counts for `actual`", async () => {
  const file = "lib/src/androidMain/kotlin/use.kt";
  tree = testTree({ ...LIB, [file]: "package p\nfun use() { show(1) }" });
  const target = "lib/src/androidMain/kotlin/a.kt:show";
  expect(await tree.reached(target, "dependents", 1)).toContain(`${file}:use`);
});

test("an extension of a type that is one from outside on a platform", async () => {
  const file = "lib/src/jvmMain/kotlin/use.kt";
  tree = testTree({
    "lib/src/commonMain/kotlin/a.kt":
      "package p\nexpect interface Shut\nfun <T : Shut> T.using(block: (T) -> Unit) {}",
    "lib/src/jvmMain/kotlin/a.kt": "package p\nactual typealias Shut = java.io.Closeable",
    [file]:
      "package p\nimport java.io.Closeable\nclass Store : Closeable\nfun use(s: Store) { s.using { } }",
  });
  const target = "lib/src/commonMain/kotlin/a.kt:using";
  expect(await tree.reached(target, "dependents", 1)).toContain(`${file}:use`);
});

test("a member of another platform is not called", async () => {
  const file = "lib/src/jvmTest/kotlin/use.kt";
  tree = testTree({ ...LIB, [file]: "package p\nfun use(day: Day) { day.clock.wake() }" });
  const target = "lib/src/androidMain/kotlin/a.kt:Clock.wake";
  expect(await tree.reached(target, "dependents", 1)).not.toContain(`${file}:use`);
});

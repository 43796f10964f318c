/**
 * test_order: whether the test of a file was written before or after the change of the file. Only counted: it shows how
 * people work on this project.
 */
import type { Signal } from "../../../domain/signal.ts";
import { counted, type Detector, perAgent } from "../detector.ts";
import type { Step, Trace } from "../trace.ts";

export const TEST_ORDER: Detector = {
  type: "test_order",
  isStatistic: true,
  detect: perAgent(detectIn),
};

const TEST_NAME = /^(?:test_(.+)|(.+?)(?:[._-](?:test|spec)|_test|Test))\.\w+$/;

function detectIn(trace: Trace, steps: readonly Step[]): Signal[] {
  const first = new Map<string, Step>();
  for (const step of steps) {
    if (!step.isOk || (step.tool !== "edit" && step.tool !== "write")) continue;
    for (const file of step.files) if (!first.has(file)) first.set(file, step);
  }
  return [...first].flatMap(([testFile, tested]) => {
    const stem = stemOfTest(testFile);
    if (stem === null) return [];
    const source = [...first].find(
      ([file]) => stemOfTest(file) === null && stemOf(file) === stem && isTestOf(testFile, file),
    );
    if (source === undefined) return [];
    const [file, changed] = source;
    const order = tested.seq < changed.seq ? "first" : "after";
    return [
      counted(trace, {
        type: "test_order",
        from: [tested, changed],
        files: [file, testFile],
        subject: `test_order:${order}`,
        detail: `\`${testFile}\` was written ${order === "first" ? "before" : "after"} \`${file}\``,
      }),
    ];
  });
}

/** Returns whether the test is in the same folder, in a test folder inside it, or in one that mirrors the sources. */
function isTestOf(testFile: string, source: string): boolean {
  const folders = testFile.split("/").slice(0, -1);
  const own = folders.filter((folder) => !TEST_FOLDER.test(folder)).join("/");
  const place = source.split("/").slice(0, -1).join("/");
  return own === place || (own !== folders.join("/") && place.endsWith(own));
}

const TEST_FOLDER = /^(?:tests?|__tests__|testing|spec)$/;

function stemOfTest(path: string): string | null {
  const match = TEST_NAME.exec(nameOf(path));
  return match?.[1] ?? match?.[2] ?? null;
}

function stemOf(path: string): string {
  return nameOf(path).replace(/\.\w+$/, "");
}

function nameOf(path: string): string {
  return path.split("/").at(-1) ?? path;
}

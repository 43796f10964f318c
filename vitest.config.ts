/**
 * Three projects: `unit` beside the code (fast, in process), `isolated` for unit tests that need a process of their own, and
 * `e2e` with real processes and files.
 */
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** The parser's memory is found only if nothing in the process has started the parser before. */
const ISOLATED = ["packages/codegraph/src/facts/parser/captures.test.ts"];
const NEVER = ["**/node_modules/**", "**/dist/**"];

const resolve = { conditions: ["source"] };
const ssr = { resolve: { conditions: ["source"], externalConditions: ["source"] } };

export default defineConfig({
  resolve,
  ssr,
  test: {
    projects: [
      {
        resolve,
        ssr,
        test: {
          name: "unit",
          include: [
            "packages/**/*.test.ts",
            "hosts/**/*.test.ts",
            "apps/**/*.test.ts",
            "tools/**/*.test.ts",
            "training/**/*.test.ts",
          ],
          exclude: [...NEVER, ...ISOLATED],
          // A worker runs many files with the modules it has loaded, which takes 0.6 of the CPU time of a worker per file.
          isolate: false,
          // By default, vitest leaves one of two cores idle.
          maxWorkers: Math.max(2, availableParallelism() - 1),
          // Only for a test that hangs: a slow machine must not fail a test.
          testTimeout: 300_000,
          globalSetup: ["tools/compile-cache.ts"],
          setupFiles: ["tools/no-real-home.ts"],
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: "isolated",
          include: ISOLATED,
          exclude: NEVER,
          testTimeout: 300_000,
          globalSetup: ["tools/compile-cache.ts"],
          setupFiles: ["tools/no-real-home.ts"],
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
          globalSetup: ["tools/compile-cache.ts", "tools/build-once.ts"],
          setupFiles: ["tools/no-real-home.ts"],
          // Only for a test that hangs: a slow machine must not fail a test.
          testTimeout: 600_000,
          hookTimeout: 600_000,
          // Many of these tests wait for processes, so that four use two cores.
          maxWorkers: 4,
          // After the unit tests, which have another number of workers.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

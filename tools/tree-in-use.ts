/** Blocks installations in this tree while tests run. */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { useTree } from "./tree-lock.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

let release = (): void => undefined;

export function setup(): void {
  release = useTree(ROOT, "a test run");
}

export function teardown(): void {
  release();
}

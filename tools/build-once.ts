/** Builds the bundles that people install before the first end-to-end test, because those tests run them. */
import { build } from "./build.mjs";

export async function setup(): Promise<void> {
  await build();
}

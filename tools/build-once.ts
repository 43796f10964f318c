/** End-to-end tests run the bundles people install, so they are built before the first of them. */
import { build } from "./build.mjs";

export async function setup(): Promise<void> {
  await build();
}

/** Which version is this? The package's own; version.test.ts compares. */
export const VERSION = "0.1.0";

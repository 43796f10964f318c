/** The package's version; version.test.ts compares them. */
export const VERSION = "0.1.0";

/** Compiler results as bytes and back, and keys that stay valid while a file is edited around a definition. */
import { expect, test } from "vitest";
import type { Definition, ResolvedSites } from "../../facts/facts.ts";
import { lambda } from "../../facts/facts-codec.ts";
import { decodeSites, definitionKeys, encodeSites } from "./resolved-sites.ts";

const SITES: ResolvedSites = {
  tier: "scip",
  targets: [
    { path: "src/a.ts", key: "/4:A/3:run" },
    { path: "src/a.ts", key: "" },
  ],
  sites: [
    { line: 1, column: 4, target: 0 },
    { line: 1, column: 80_000, target: -1 },
    { line: 70_000, column: 0, target: 1 },
  ],
  relations: [{ key: "/4:B", target: 0 }],
};

test("reads what was written", () => {
  expect(decodeSites(encodeSites(SITES))).toEqual(SITES);
  expect(decodeSites(encodeSites({ ...SITES, tier: "checker" })).tier).toBe("checker");
});

test("property: damaged bytes are read or throw a damage error, nothing else", () => {
  const bytes = encodeSites(SITES);
  for (let at = 0; at < bytes.length; at++) {
    const changed = Uint8Array.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 0x55;
    for (const damaged of [changed, bytes.subarray(0, at)]) {
      try {
        decodeSites(damaged);
      } catch (error) {
        const { code } = error as { readonly code?: string };
        expect(error instanceof RangeError || /^(?:Z_|ERR_BUFFER)/.test(code ?? "")).toBe(true);
      }
    }
  }
});

test("gives each definition a unique key independent of what precedes it", () => {
  const item = (name: string, kind: Definition["kind"], container = -1): Definition => ({
    ...lambda(container, 1, 1, ""),
    name,
    kind,
  });
  const before = [
    item("A", "class"),
    item("f", "method", 0),
    item("f", "method", 0),
    item("f", "function"),
  ];
  const keys = definitionKeys(before);
  expect(new Set(keys).size).toBe(4);
  const moved = [
    item("new", "function"),
    item("A", "class"),
    item("g", "method", 1),
    item("f", "method", 1),
  ];
  expect(definitionKeys(moved)[3]).toBe(keys[1]);
});

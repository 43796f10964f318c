/** Facts survive encoding unchanged, and damaged bytes are rejected. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { CALL_KINDS, type FileFacts } from "./facts.ts";
import { decodeCalls, decodeFacts, decodeOutline, encodeFacts, lambda } from "./facts-codec.ts";

const text = fc.string({ unit: "grapheme", maxLength: 12 });
const small = fc.nat(100_000);
const uint = fc.nat(0xffffffff);

const facts: fc.Arbitrary<FileFacts> = fc.record({
  language: text,
  namespace: text,
  definitions: fc.array(
    fc.oneof(
      fc
        .record({
          name: text,
          kind: fc.constantFrom("class" as const, "function" as const, "impl" as const),
          container: fc.integer({ min: -1, max: 50 }),
          startLine: small,
          nameLine: small,
          nameColumn: small,
          isExported: fc.boolean(),
          isStatic: fc.boolean(),
          ordinal: small,
          bodyHash: uint,
          type: text,
          value: text,
          bases: fc.array(text, { maxLength: 3 }),
          typeParameters: fc.array(text, { maxLength: 3 }),
          endLine: small,
        })
        .map((item) => ({ ...item, endLine: item.startLine + item.endLine })),
      fc
        .tuple(fc.integer({ min: -1, max: 9 }), small, text)
        .map(([c, l, v]) => lambda(c, l, l + 1, v)),
    ),
    { maxLength: 8 },
  ),
  bindings: fc.array(
    fc.record({
      name: text,
      scope: fc.integer({ min: -1, max: 9 }),
      parameter: fc.integer({ min: -1, max: 9 }),
      type: text,
      value: text,
    }),
    { maxLength: 8 },
  ),
  calls: fc.array(
    fc.record({
      scope: fc.integer({ min: -1, max: 9 }),
      kind: fc.constantFrom(...CALL_KINDS),
      callee: text,
      args: text,
      line: small,
      column: small,
    }),
    { maxLength: 8 },
  ),
  imports: fc.array(
    fc.record({
      specifier: text,
      imported: text,
      local: text,
      isReexport: fc.boolean(),
      line: small,
      scope: fc.integer({ min: -1, max: 9 }),
    }),
    { maxLength: 8 },
  ),
  exportNames: fc.array(fc.record({ exported: text, local: text }), { maxLength: 4 }),
  surfaceHash: uint,
});

test("property: decodes to what was encoded", () => {
  fc.assert(
    fc.property(facts, (fileFacts) => {
      expect(decodeFacts(encodeFacts(fileFacts))).toEqual(fileFacts);
    }),
  );
});

test("property: rejects truncated bytes, and damaged bytes unless they decode to other facts", () => {
  fc.assert(
    fc.property(facts, fc.nat(), (fileFacts, at) => {
      const bytes = encodeFacts(fileFacts);
      expect(() => decodeFacts(bytes.subarray(0, at % bytes.length))).toThrow();
    }),
  );
  expect(() => decodeFacts(new Uint8Array(0))).toThrow();
});

test("property: outline and calls decoded separately equal the whole", () => {
  fc.assert(
    fc.property(facts, (fileFacts) => {
      const bytes = encodeFacts(fileFacts);
      const whole = decodeFacts(bytes);
      expect({ ...decodeOutline(bytes), calls: decodeCalls(bytes) }).toEqual(whole);
    }),
  );
});

/** The chain of an expression, in the notation of each language. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseChain } from "../link/chain-steps.ts";
import { chainOf } from "./expression.ts";
import type { Dialect } from "./text-scanner.ts";

const TS: Dialect = {
  lineComment: "//",
  hasNew: true,
  hasTypeArguments: true,
  hasInference: true,
};
const PY: Dialect = { lineComment: "#" };
const GO: Dialect = { lineComment: "//", hasStructLiterals: true };
const RUST: Dialect = { lineComment: "//", hasStructLiterals: true, hasTry: true, self: "self" };
const JAVA: Dialect = {
  lineComment: "//",
  hasNew: true,
  hasPrefixCasts: true,
  hasTypeArguments: true,
};

test.each([
  [TS, "a.b", "a.b"],
  [TS, "new Foo(a).bar(b)[0]", "Foo<=typeof a>^.bar()[]"],
  [TS, "(await this.load()).rows", "this.load()~.rows"],
  [TS, "this.own(new Emitter<Map<string, Foo>>(a))", "this.own<=Emitter<Map<string, Foo>>>()"],
  [TS, "get(Store).open(path)", "get<=typeof Store>().open()"],
  [TS, "get(new Foo().bar(), Foo)", "get()"],
  [TS, "get<Bar>(Foo)", "get<Bar>()"],
  [TS, "x as Shape", "<Shape>"],
  [TS, "(x as Shape).area()", "<Shape>.area()"],
  [TS, "x satisfies Shape", "x"],
  [TS, "new Map<string, Foo>()", "Map<string, Foo>^"],
  [TS, "useRef<Foo>(null).current", "useRef<Foo>().current"],
  [TS, "await import('./x')", "@./x@~"],
  [TS, 'require("./y").z', "@./y@.z"],
  [TS, "a?.b?.(x).c!", "a.b().c"],
  [TS, "foo(() => { return ')' }, `}`) // )", "foo()"],
  [TS, "cond ? new A() : null", "A^"],
  [TS, "a ?? b()", "a|b()"],
  [TS, "(x ? new Foo() : bar).run()", "Foo^.run()|bar.run()"],
  [TS, "x ? null : { a }", "{"],
  [TS, "x ? a : x ? b : x ? c : x ? d : e", "a|b|c|d"],
  [TS, "null ?? b()", "b()"],
  [TS, "this.#own.x", "this.#own.x"],
  [TS, "[1, 2]", "["],
  [TS, "{ a: 1 }", "{"],
  [TS, "(a, b) => a", ""],
  [TS, "x => y", ""],
  [TS, "function () {}", ""],
  [TS, "a + b", ""],
  [TS, "a < b", ""],
  [TS, "!a", ""],
  [PY, "self.a.b()[0]", "self.a.b()[]"],
  [PY, "await x.y(1)", "x.y()~"],
  [PY, "f'{a}'.x", '".x'],
  [PY, "'''it's'''.strip()", '".strip()'],
  [PY, "a or B()", "a|B()"],
  [PY, "A() if x['else'] else B()", "A()|B()"],
  [PY, "None", ""],
  [GO, "&Foo{a: 1}", "Foo^"],
  [GO, "pkg.Foo{}", "pkg.Foo^"],
  [GO, "[]Foo{{1}}", "<[]Foo>"],
  [GO, "x.(*pkg.Foo).Bar()", "<*pkg.Foo>.Bar()"],
  [RUST, "Foo::new(x)?", "Foo.new()~"],
  [RUST, "self.a.b().await?", "this.a.b()~~"],
  [RUST, "Vec::<Foo>::new()", "Vec<Foo>.new()"],
  [RUST, "&mut self.x", "this.x"],
  [RUST, "crate::a::B { x }", "crate.a.B^"],
  [JAVA, "(Foo) bar.baz()", "<Foo>"],
  [JAVA, "new a.b.Foo<>(x) { int y; }", "a.b.Foo<>^"],
  [JAVA, "Foo::bar", "Foo.bar"],
] as const)("%# %s", (dialect, text, chain) => {
  expect(chainOf(text, dialect)).toBe(chain);
});

test("a chain of any length takes linear work: only short beginnings are read", () => {
  let chars = 0;
  const counting: Dialect = {
    lineComment: "//",
    plain: (text) => {
      chars += text.length;
      return text;
    },
  };
  const chain = `a${".b()".repeat(20_000)}`;
  for (let end = 1; end <= chain.length; end += 4) chainOf(chain.slice(0, end), counting);
  expect(chars).toBeGreaterThan(0);
  expect(chars).toBeLessThan(50 * chain.length);
});

test("property: any text gives a parsable chain in reasonable time", () => {
  const signs = fc.constantFrom(
    ..."abX.()[]{}<>'\"`?!:;=&*#@~^ \n/\\".split(""),
    "new ",
    "await ",
    "=>",
    "::",
    " as ",
  );
  const text = fc.array(signs, { maxLength: 60 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, fc.constantFrom(TS, PY, GO, RUST, JAVA), (code, dialect) => {
      const { root, steps } = parseChain(chainOf(code, dialect));
      expect(typeof root).toBe("string");
      expect(steps.length).toBeLessThanOrEqual(code.length);
    }),
    { numRuns: 2000 },
  );
  expect(chainOf("(".repeat(100_000), TS)).toBe("");
});

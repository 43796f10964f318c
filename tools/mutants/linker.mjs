/** Mutants of the linker: wrong edges cost trust, missing ones cost answers. */

const L = "packages/codegraph/src/link";
const linker = [
  `${L}/linker.test.ts`,
  `${L}/named.test.ts`,
  `${L}/edges.test.ts`,
  `${L}/types/overloads.test.ts`,
  `${L}/go.test.ts`,
];

/** @type {import("../mutants.mjs").Mutant[]} */
export const LINKER = [
  {
    file: `${L}/link.ts`,
    find: "if (to.file === this.#file && to.definition === from) return;",
    replace: "",
    tests: linker,
  },
  {
    file: `${L}/link.ts`,
    find: 'if (CONSTRUCTORS.has(name) || name.startsWith("#")) continue;',
    replace: 'if (name.startsWith("#")) continue;',
    tests: linker,
  },
  {
    file: `${L}/link.ts`,
    find: 'if (CONSTRUCTORS.has(name) || name.startsWith("#")) continue;',
    replace: "if (CONSTRUCTORS.has(name)) continue;",
    tests: linker,
  },
  {
    file: `${L}/link.ts`,
    find: "if (keys.has(key)) return;",
    replace: "",
    tests: linker,
  },
  {
    file: `${L}/link.ts`,
    find: 'if (own.kind !== "lambda") return at;',
    replace: "return at;",
    tests: linker,
  },
  {
    file: `${L}/link.ts`,
    find: 'const isPromise = kind === "interface" && definition.kind !== "interface";',
    replace: 'const isPromise = kind === "interface";',
    tests: linker,
  },
  {
    file: `${L}/link.ts`,
    find: 'const type = isClass ? "instantiates" : "calls";',
    replace: 'const type = "calls";',
    tests: linker,
  },
  {
    file: `${L}/link.ts`,
    find: "if (files.length === 0) this.#unresolved.add(item.specifier);",
    replace: "",
    tests: [
      "packages/codegraph/src/graph/relink.test.ts",
      "packages/codegraph/src/indexing/index-project.test.ts",
      "packages/codegraph/src/graph/impact.test.ts",
    ],
  },
  {
    file: `${L}/link.ts`,
    find: "if (!isStackOverflow(error)) throw error;",
    replace: "throw error;",
    tests: ["packages/codegraph/src/live/too-deep.test.ts"],
  },
  {
    file: `${L}/call-target.ts`,
    find: "if (found?.value !== undefined || found?.receiver !== undefined) return undefined;",
    replace: "",
    tests: linker,
  },
  {
    file: `${L}/call-target.ts`,
    find: 'if (found === undefined && !call.callee.startsWith("?")) return undefined;',
    replace: "",
    tests: linker,
  },
  {
    file: `${L}/call-target.ts`,
    find: 'if (call.callee === "super" && !isPython(r, file)) return superConstructor(r, place);',
    replace: "",
    tests: linker,
  },
  {
    file: `${L}/unique-names.ts`,
    find: "const own = this.#byName.has(name) ? null :",
    replace: "const own =",
    tests: linker,
  },
  {
    file: `${L}/unique-names.ts`,
    find: "name.length < MIN_LENGTH || COMMON.has(name)",
    replace: "name.length < MIN_LENGTH",
    tests: linker,
  },
  {
    file: `${L}/unique-names.ts`,
    find: "(candidate.file !== file && !this.#isReachable(file, candidate.file))",
    replace: "false",
    tests: linker,
  },
  {
    file: `${L}/types/overloads.ts`,
    find: "if (cost < minCost) [best, minCost] = [candidate, cost];",
    replace: "if (cost <= minCost) [best, minCost] = [candidate, cost];",
    tests: linker,
  },
  {
    file: `${L}/types/overloads.ts`,
    find: 'if (text === "null") return nullCost(parameter);',
    replace: "",
    tests: linker,
  },
  {
    file: `${L}/types/overloads.ts`,
    find: "|| args.length < types.length - 1) return asWritten;",
    replace: ") return asWritten;",
    tests: linker,
  },
  {
    file: `${L}/types/conversions.ts`,
    find: "if (start < 0 || end <= start) return IMPOSSIBLE;",
    replace: "",
    tests: linker,
  },
  {
    file: `${L}/types/members.ts`,
    find: "if (inProgress.has(key)) return undefined;",
    replace: "",
    tests: linker,
  },
];

/** Mutants of the linker: wrong edges cost trust, missing ones cost answers. */

const L = "packages/codegraph/src/link";
const linker = [
  `${L}/linker.test.ts`,
  `${L}/named.test.ts`,
  `${L}/edges.test.ts`,
  `${L}/types/overloads.test.ts`,
  `${L}/go.test.ts`,
];

/** @type {import("../mutants.mjs").Mutants[]} */
export const LINKER = [
  {
    file: `${L}/edges/edge-list.ts`,
    tests: linker,
    changes: [
      ["if (to.file === this.#file && to.definition === from) return;", ""],
      ["if (keys.has(key)) return;", ""],
    ],
  },
  {
    file: `${L}/link.ts`,
    tests: linker,
    changes: [
      [
        'if (CONSTRUCTORS.has(name) || name.startsWith("#")) continue;',
        'if (name.startsWith("#")) continue;',
      ],
      [
        'if (CONSTRUCTORS.has(name) || name.startsWith("#")) continue;',
        "if (CONSTRUCTORS.has(name)) continue;",
      ],
      ['if (own.kind !== "lambda") return at;', "return at;"],
      [
        'const isPromise = kind === "interface" && definition.kind !== "interface";',
        'const isPromise = kind === "interface";',
      ],
      ['const type = isClass ? "instantiates" : "calls";', 'const type = "calls";'],
    ],
  },
  {
    file: `${L}/link.ts`,
    tests: [
      "packages/codegraph/src/graph/relink.test.ts",
      "packages/codegraph/src/indexing/index-project.test.ts",
      "packages/codegraph/src/graph/impact.test.ts",
    ],
    changes: [["if (files.length === 0) this.#unresolved.add(item.specifier);", ""]],
  },
  {
    file: `${L}/link.ts`,
    tests: ["packages/codegraph/src/live/too-deep.test.ts"],
    changes: [["if (!isStackOverflow(error)) throw error;", "throw error;"]],
  },
  {
    file: `${L}/call-target.ts`,
    tests: linker,
    changes: [
      ["if (found?.value !== undefined || found?.receiver !== undefined) return undefined;", ""],
      ['if (found === undefined && !call.callee.startsWith("?")) return undefined;', ""],
      ['if (call.callee === "super" && !isPython(r, file)) return superConstructor(r, place);', ""],
    ],
  },
  {
    file: `${L}/unique-names.ts`,
    tests: linker,
    changes: [
      ["const own = this.#byName.has(name) ? null :", "const own ="],
      ["name.length < MIN_LENGTH || COMMON.has(name)", "name.length < MIN_LENGTH"],
      ["(candidate.file !== file && !this.#isReachable(file, candidate.file))", "false"],
    ],
  },
  {
    file: `${L}/types/overloads.ts`,
    tests: linker,
    changes: [
      [
        "if (cost < minCost) [best, minCost] = [candidate, cost];",
        "if (cost <= minCost) [best, minCost] = [candidate, cost];",
      ],
      ['if (text === "null") return nullCost(parameter);', ""],
      ["|| args.length < types.length - 1) return asWritten;", ") return asWritten;"],
    ],
  },
  {
    file: `${L}/types/conversions.ts`,
    tests: linker,
    changes: [["if (start < 0 || end <= start) return IMPOSSIBLE;", ""]],
  },
  {
    file: `${L}/types/members.ts`,
    tests: linker,
    changes: [["if (inProgress.has(key)) return undefined;", ""]],
  },
];

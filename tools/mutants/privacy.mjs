/** Mutants of redaction: secrets that would reach the disk, and harmless text that would be redacted. */

const P = "packages/redact/src";
const redact = [`${P}/redact.test.ts`, `${P}/redact-deep.test.ts`, `${P}/key-name.test.ts`];

/** @type {import("../mutants.mjs").Mutants[]} */
export const PRIVACY = [
  {
    file: `${P}/environment.ts`,
    tests: [`${P}/environment.test.ts`],
    changes: [
      ["const SHORTEST_VALUE = 8;", "const SHORTEST_VALUE = 16;"],
      ["return [...values].sort((a, b) => b.length - a.length);", "return [...values];"],
      [
        "if (password !== undefined && isDistinctive(password)) values.add(password);",
        "if (password !== undefined) continue;",
      ],
    ],
  },
  {
    file: `${P}/redact.ts`,
    tests: redact,
    changes: [
      ["    .filter((value) => value.length >= 8)", "    .filter((value) => value.length >= 16)"],
      ['if (kind === "token") return isTokenLike(value, "env", "token");', ""],
      ['if (kind === "authorization") return', 'if (kind === "authorization") return false &&'],
      ["const MOST_ROUNDS = 8;", "const MOST_ROUNDS = 1;"],
      [
        "return mergeFindings(found).filter((finding) => !isOwnMark(text, finding));",
        "return mergeFindings(found);",
      ],
      ["[...new Set([value, JSON.stringify(value).slice(1, -1), encoded(value)])]", "[value]"],
      ['if (depth >= DEEPEST) return placeholder("too-deep");', ""],
      [
        "for (const item of value) copy.push(redactValue(item, key, depth + 1, walk));",
        "for (const item of value) copy.push(redactValue(item, null, depth + 1, walk));",
      ],
      ["const SHORTEST = 8;", "const SHORTEST = 40;"],
    ],
  },
  {
    file: `${P}/key-name.ts`,
    tests: [...redact, `${P}/tokens/named-token.test.ts`],
    changes: [
      [
        'if (last.endsWith("token")) return tokenKind(last, owner);',
        'if (last !== "token" && last.endsWith("token")) return tokenKind(last, owner);',
      ],
    ],
  },
  {
    file: `${P}/key-name.ts`,
    tests: redact,
    changes: [
      ['if (STRONG_KEY_OWNERS.has(owner)) return "token";', ""],
      ['while (parts.length > 1 && QUALIFIER.test(parts.at(-1) ?? "")) parts.pop();', ""],
    ],
  },
  {
    file: `${P}/private-span.ts`,
    tests: [`${P}/private-span.test.ts`],
    changes: [
      ['if (depth > 0) report("private", start, text.length);', ""],
      ["      if (depth === 0) start = tag.start;", "      start = tag.start;"],
    ],
  },
  {
    file: `${P}/paths/ignored-path.ts`,
    tests: [`${P}/paths/ignored-path.test.ts`],
    changes: [
      [
        "if (path.length > MAX_PATH_CHARS) return true;",
        "if (path.length > MAX_PATH_CHARS) return false;",
      ],
      [
        '    .toLowerCase()\n    .split("/")\n    .filter((segment)',
        '    .split("/")\n    .filter((segment)',
      ],
    ],
  },
  {
    file: `${P}/own-pattern.ts`,
    tests: [`${P}/own-pattern.test.ts`],
    changes: [
      [
        "if (reading.ways > MOST_WAYS) reading.problem",
        "if (reading.ways > Infinity) reading.problem",
      ],
      ["if (reading.closed?.isVaried === true && most > 1)", "if (false)"],
    ],
  },
  {
    file: `${P}/paths/without-home.ts`,
    tests: [`${P}/paths/without-home.test.ts`],
    changes: [['if (GOES_ON.test(rest[0] ?? "")) return', "if (false) return"]],
  },
  {
    file: `${P}/command-line.ts`,
    tests: [...redact, `${P}/command-line.test.ts`],
    changes: [["if (!/\\b(?:curl|wget|http|https)\\b/.test(before)) continue;", "continue;"]],
  },
];

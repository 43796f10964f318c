/** Mutants of redaction: secrets that would reach the disk, and harmless text that would be redacted. */

const P = "packages/redact/src";
const redact = [`${P}/redact.test.ts`, `${P}/redact-deep.test.ts`, `${P}/key-name.test.ts`];

/** @type {import("../mutants.mjs").Mutant[]} */
export const PRIVACY = [
  {
    file: `${P}/environment.ts`,
    find: "const SHORTEST_VALUE = 8;",
    replace: "const SHORTEST_VALUE = 16;",
    tests: [`${P}/environment.test.ts`],
  },
  {
    file: `${P}/environment.ts`,
    find: "return [...values].sort((a, b) => b.length - a.length);",
    replace: "return [...values];",
    tests: [`${P}/environment.test.ts`],
  },
  {
    file: `${P}/environment.ts`,
    find: "if (password !== undefined && isDistinctive(password)) values.add(password);",
    replace: "if (password !== undefined) continue;",
    tests: [`${P}/environment.test.ts`],
  },
  {
    file: `${P}/redact.ts`,
    find: "    .filter((value) => value.length >= 8)",
    replace: "    .filter((value) => value.length >= 16)",
    tests: redact,
  },
  {
    file: `${P}/redact.ts`,
    find: 'if (kind === "token") return isTokenLike(value, "env", "token");',
    replace: "",
    tests: redact,
  },
  {
    file: `${P}/redact.ts`,
    find: 'if (kind === "authorization") return',
    replace: 'if (kind === "authorization") return false &&',
    tests: redact,
  },
  {
    file: `${P}/redact.ts`,
    find: "const MOST_ROUNDS = 8;",
    replace: "const MOST_ROUNDS = 1;",
    tests: redact,
  },
  {
    file: `${P}/redact.ts`,
    find: "return mergeFindings(found).filter((finding) => !isOwnMark(text, finding));",
    replace: "return mergeFindings(found);",
    tests: redact,
  },
  {
    file: `${P}/redact.ts`,
    find: "[...new Set([value, JSON.stringify(value).slice(1, -1), encoded(value)])]",
    replace: "[value]",
    tests: redact,
  },
  {
    file: `${P}/redact.ts`,
    find: 'if (depth >= DEEPEST) return placeholder("too-deep");',
    replace: "",
    tests: redact,
  },
  {
    file: `${P}/redact.ts`,
    find: "for (const item of value) copy.push(redactValue(item, key, depth + 1, walk));",
    replace: "for (const item of value) copy.push(redactValue(item, null, depth + 1, walk));",
    tests: redact,
  },
  {
    file: `${P}/redact.ts`,
    find: "const SHORTEST = 8;",
    replace: "const SHORTEST = 40;",
    tests: redact,
  },
  {
    file: `${P}/key-name.ts`,
    find: 'if (last.endsWith("token")) return tokenKind(last, owner);',
    replace: 'if (last !== "token" && last.endsWith("token")) return tokenKind(last, owner);',
    tests: [...redact, `${P}/tokens/named-token.test.ts`],
  },
  {
    file: `${P}/key-name.ts`,
    find: 'if (STRONG_KEY_OWNERS.has(owner)) return "token";',
    replace: "",
    tests: redact,
  },
  {
    file: `${P}/key-name.ts`,
    find: 'while (parts.length > 1 && QUALIFIER.test(parts.at(-1) ?? "")) parts.pop();',
    replace: "",
    tests: redact,
  },
  {
    file: `${P}/private-span.ts`,
    find: 'if (depth > 0) report("private", start, text.length);',
    replace: "",
    tests: [`${P}/private-span.test.ts`],
  },
  {
    file: `${P}/private-span.ts`,
    find: "      if (depth === 0) start = tag.start;",
    replace: "      start = tag.start;",
    tests: [`${P}/private-span.test.ts`],
  },
  {
    file: `${P}/paths/ignored-path.ts`,
    find: "if (path.length > MAX_PATH_CHARS) return true;",
    replace: "if (path.length > MAX_PATH_CHARS) return false;",
    tests: [`${P}/paths/ignored-path.test.ts`],
  },
  {
    file: `${P}/paths/ignored-path.ts`,
    find: '    .toLowerCase()\n    .split("/")\n    .filter((segment)',
    replace: '    .split("/")\n    .filter((segment)',
    tests: [`${P}/paths/ignored-path.test.ts`],
  },
  {
    file: `${P}/own-pattern.ts`,
    find: "if (reading.ways > MOST_WAYS) reading.problem",
    replace: "if (reading.ways > Infinity) reading.problem",
    tests: [`${P}/own-pattern.test.ts`],
  },
  {
    file: `${P}/own-pattern.ts`,
    find: "if (reading.closed?.isVaried === true && most > 1)",
    replace: "if (false)",
    tests: [`${P}/own-pattern.test.ts`],
  },
  {
    file: `${P}/paths/without-home.ts`,
    find: 'if (GOES_ON.test(rest[0] ?? "")) return',
    replace: "if (false) return",
    tests: [`${P}/paths/without-home.test.ts`],
  },
  {
    file: `${P}/command-line.ts`,
    find: "if (!/\\b(?:curl|wget|http|https)\\b/.test(before)) continue;",
    replace: "continue;",
    tests: [...redact, `${P}/command-line.test.ts`],
  },
];

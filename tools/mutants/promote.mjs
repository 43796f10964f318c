/** Mutants of the write path: what may become a memory, and what an old one becomes. */

const P = "packages/memory/src/promote";
const admit = [`${P}/admit.test.ts`, `${P}/promote.test.ts`];
const reinforce = [`${P}/reinforce.test.ts`, `${P}/admit.test.ts`];

/** @type {import("../mutants.mjs").Mutant[]} */
export const PROMOTE = [
  {
    file: `${P}/admit.ts`,
    find: 'const projectId = input.scope === "global" ? null : openProject;',
    replace: "const projectId = openProject;",
    tests: [...admit, "packages/memory/src/engine-every-project.test.ts"],
  },
  {
    file: `${P}/admit.ts`,
    find: 'return refuse("forgotten");',
    replace: "void 0;",
    tests: admit,
  },
  {
    file: `${P}/admit.ts`,
    find: "evidence.some((one) => one.atMs > forgottenMs)",
    replace: "evidence.length > 0",
    tests: admit,
  },
  {
    file: `${P}/admit.ts`,
    find: "if (isRefuted(twin) && !isSameSource && !isUsersWord(input.source))",
    replace: "if (isRefuted(twin) && !isSameSource && false)",
    tests: admit,
  },
  {
    file: `${P}/admit.ts`,
    find: 'if (options.isStrict === true && !STRICT_TYPES.has(type)) return "low_value";',
    replace: "",
    tests: admit,
  },
  {
    file: `${P}/admit.ts`,
    find: "const redaction = redact(stripInjected(input.content), options.redaction);",
    replace: "const redaction = redact(input.content, options.redaction);",
    tests: admit,
  },
  {
    file: `${P}/admit.ts`,
    find: "if (stageOf(memory) !== stageOf(other)) return other.id;",
    replace: "",
    tests: [
      ...admit,
      "packages/memory/src/engine-branches.test.ts",
      "packages/memory/src/engine-disputes.test.ts",
    ],
  },
  {
    file: `${P}/admit.ts`,
    find: 'if (content.trim() === "") return "too_short";',
    replace: "",
    tests: [...admit, "packages/memory/src/revise/revise.test.ts"],
  },
  {
    file: `${P}/admit.ts`,
    find: 'if (isEntirelySecret(redact(content, redaction))) return "all_secret";',
    replace: "",
    tests: [...admit, "packages/memory/src/revise/revise.test.ts"],
  },
  {
    file: `${P}/reinforce.ts`,
    find: "observationCount: memory.observationCount + 1,",
    replace: "observationCount: memory.observationCount,",
    tests: reinforce,
  },
  {
    file: `${P}/reinforce.ts`,
    find: "isPinned: memory.isPinned || pins,",
    replace: "isPinned: pins,",
    tests: reinforce,
  },
  {
    file: `${P}/reinforce.ts`,
    find: "if (isRevived && !isUsersWord(input.source)) return memory;",
    replace: "",
    tests: reinforce,
  },
  {
    file: `${P}/reinforce.ts`,
    find: "const isStaged = memory.isStaged && input.isStaged === true && isVisible(memory);",
    replace: "const isStaged = memory.isStaged;",
    tests: reinforce,
  },
  {
    file: `${P}/reinforce.ts`,
    find: "return isWider(input) && isUsersWord(input.source) ? { scope:",
    replace: "return isWider(input) ? { scope:",
    tests: [`${P}/wider-scope.test.ts`, "packages/memory/src/engine-agent-word.test.ts"],
  },
  {
    file: `${P}/noise.ts`,
    find: 'if (LOW_VALUE.test(text)) return "low_value";',
    replace: "",
    tests: admit,
  },
  {
    file: `${P}/noise.ts`,
    find: 'if (text.length > PROMOTE.maxContentChars.value) return "too_long";',
    replace: "",
    tests: admit,
  },
  {
    file: `${P}/noise.ts`,
    find: "|| LOG.test(text) || isFileList(text))",
    replace: "|| LOG.test(text))",
    tests: admit,
  },
  {
    file: `${P}/handoff.ts`,
    find: "const handoff = redactDeep(told, redaction).value as Handoff;",
    replace: "const handoff = told;",
    tests: [`${P}/handoff.test.ts`, "packages/memory/src/engine-learning.test.ts"],
  },
  {
    file: `${P}/handoff.ts`,
    find: "if ((await forgottenAtMs(db, projectId, memory.content)) !== null) return;",
    replace: "",
    tests: [`${P}/handoff.test.ts`],
  },
  {
    file: `${P}/handoff.ts`,
    find: "isAhead(a) - isAhead(b) || isPoor(a) - isPoor(b) ||",
    replace: "isPoor(a) - isPoor(b) ||",
    tests: [`${P}/handoff.test.ts`],
  },
  {
    file: `${P}/handoff.ts`,
    find: "const review = { isTainted, needsReview: isTainted };",
    replace: "const review = {};",
    tests: [`${P}/handoff.test.ts`, "packages/memory/src/engine-learning.test.ts"],
  },
  {
    file: `${P}/similar.ts`,
    find: "isNegated(memory.content) === isNegated(content) &&",
    replace: "",
    tests: [...admit, `${P}/contradiction.test.ts`],
  },
  {
    file: `${P}/similar.ts`,
    find: "        sameValues(memory.content, content),",
    replace: "        true,",
    tests: [...admit, `${P}/contradiction.test.ts`],
  },
];

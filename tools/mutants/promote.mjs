/** Mutants of the write path: what may become a memory, and what happens to existing memories. */

const admit = [
  "packages/memory/src/learn/promote/admit.test.ts",
  "packages/memory/src/learn/promote/promote.test.ts",
];
const contradiction = "packages/memory/src/learn/promote/contradiction.test.ts";
const reinforce = [
  "packages/memory/src/learn/promote/reinforce.test.ts",
  "packages/memory/src/learn/promote/admit.test.ts",
];

/** @type {import("../mutants.mjs").Mutant[]} */
export const PROMOTE = [
  {
    file: "packages/memory/src/learn/promote/admit.ts",
    find: 'const projectId = input.scope === "global" ? null : openProject;',
    replace: "const projectId = openProject;",
    tests: [...admit, contradiction, "packages/memory/src/learn/every-project.test.ts"],
  },
  {
    file: "packages/memory/src/learn/promote/admit.ts",
    find: 'if (isForgotten && !isSameText(twin, content)) return refuse("forgotten");',
    replace: "",
    tests: admit,
  },
  {
    file: "packages/memory/src/learn/promote/admit.ts",
    find: "evidence.some((item) => item.atMs > forgottenMs)",
    replace: "evidence.length > 0",
    tests: admit,
  },
  {
    file: "packages/memory/src/learn/promote/admit.ts",
    find: "return isRefuted(twin) && !isSameSource && !isUsersWord(source);",
    replace: "return false;",
    tests: admit,
  },
  {
    file: "packages/memory/src/learn/promote/admit.ts",
    find: 'if (options.isStrict === true && !STRICT_TYPES.has(type)) return "low_value";',
    replace: "",
    tests: admit,
  },
  {
    file: "packages/memory/src/learn/promote/admit.ts",
    find: "const redaction = redact(stripInjected(input.content), options.redaction);",
    replace: "const redaction = redact(input.content, options.redaction);",
    tests: admit,
  },
  {
    file: "packages/memory/src/learn/promote/flag-contradiction.ts",
    find: "if (stageOf(memory) !== stageOf(other)) return other.id;",
    replace: "",
    tests: [
      ...admit,
      contradiction,
      "packages/memory/src/anchors/branches/current-branches.test.ts",
      "packages/memory/src/curate/disputes.test.ts",
    ],
  },
  {
    file: "packages/memory/src/learn/promote/admit.ts",
    find: 'if (content.trim() === "") return "too_short";',
    replace: "",
    tests: [...admit, "packages/memory/src/curate/revise/revise.test.ts"],
  },
  {
    file: "packages/memory/src/learn/promote/admit.ts",
    find: 'if (isEntirelySecret(redact(content, redaction))) return "all_secret";',
    replace: "",
    tests: [...admit, "packages/memory/src/curate/revise/revise.test.ts"],
  },
  {
    file: "packages/memory/src/learn/promote/reinforce.ts",
    find: "observationCount: memory.observationCount + 1,",
    replace: "observationCount: memory.observationCount,",
    tests: reinforce,
  },
  {
    file: "packages/memory/src/learn/promote/reinforce.ts",
    find: "isPinned: memory.isPinned || pins,",
    replace: "isPinned: pins,",
    tests: reinforce,
  },
  {
    file: "packages/memory/src/learn/promote/reinforce.ts",
    find: "if (isRevived && !isUsersWord(input.source)) return memory;",
    replace: "",
    tests: reinforce,
  },
  {
    file: "packages/memory/src/learn/promote/reinforce.ts",
    find: "const isStaged = memory.isStaged && input.isStaged === true && isVisible(memory);",
    replace: "const isStaged = memory.isStaged;",
    tests: reinforce,
  },
  {
    file: "packages/memory/src/learn/promote/reinforce.ts",
    find: "return isWider(input) && isUsersWord(input.source)",
    replace: "return isWider(input)",
    tests: [
      "packages/memory/src/learn/promote/wider-scope.test.ts",
      "packages/memory/src/curate/agent-word.test.ts",
    ],
  },
  {
    file: "packages/memory/src/learn/promote/noise.ts",
    find: 'if (LOW_VALUE.test(text)) return "low_value";',
    replace: "",
    tests: admit,
  },
  {
    file: "packages/memory/src/learn/promote/noise.ts",
    find: 'if (text.length > PROMOTE.maxContentChars) return "too_long";',
    replace: "",
    tests: admit,
  },
  {
    file: "packages/memory/src/learn/promote/noise.ts",
    find: "|| LOG.test(text) || isFileList(text))",
    replace: "|| LOG.test(text))",
    tests: admit,
  },
  {
    file: "packages/memory/src/learn/promote/handoff.ts",
    find: "const handoff = redactDeep(input, redaction).value as Handoff;",
    replace: "const handoff = input;",
    tests: [
      "packages/memory/src/learn/promote/handoff.test.ts",
      "packages/memory/src/learn/learn-session.test.ts",
    ],
  },
  {
    file: "packages/memory/src/learn/promote/handoff.ts",
    find: "if ((await forgottenAtMs(db, projectId, memory.content)) !== null) return;",
    replace: "",
    tests: ["packages/memory/src/learn/promote/handoff.test.ts"],
  },
  {
    file: "packages/memory/src/learn/promote/handoff.ts",
    find: "({ atMs }) => atMs > nowMs + CLOCK_SLACK_MS,",
    replace: "() => false,",
    tests: ["packages/memory/src/learn/promote/handoff.test.ts"],
  },
  {
    file: "packages/memory/src/learn/promote/handoff.ts",
    find: "const review = { isTainted, needsReview: isTainted };",
    replace: "const review = {};",
    tests: [
      "packages/memory/src/learn/promote/handoff.test.ts",
      "packages/memory/src/learn/learn-session.test.ts",
    ],
  },
  {
    file: "packages/memory/src/learn/promote/similar.ts",
    find: "isNegated(memory.content) === isNegated(content) &&",
    replace: "",
    tests: [...admit, contradiction],
  },
  {
    file: "packages/memory/src/learn/promote/similar.ts",
    find: "        sameValues(memory.content, content) &&",
    replace: "        true &&",
    tests: [...admit, contradiction],
  },
];

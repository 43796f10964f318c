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

/** @type {import("../mutants.mjs").Mutants[]} */
export const PROMOTE = [
  {
    file: "packages/memory/src/learn/promote/admit.ts",
    tests: [...admit, contradiction, "packages/memory/src/learn/every-project.test.ts"],
    changes: [
      [
        'const projectId = input.scope === "global" ? null : openProject;',
        "const projectId = openProject;",
      ],
    ],
  },
  {
    file: "packages/memory/src/learn/promote/admit.ts",
    tests: admit,
    changes: [
      ['if (isForgotten && !isSameText(twin, content)) return refuse("forgotten");', ""],
      ["evidence.some((item) => item.atMs > forgottenMs)", "evidence.length > 0"],
      ["return isRefuted(twin) && !isSameSource && !isUsersWord(source);", "return false;"],
      ['if (options.isStrict === true && !STRICT_TYPES.has(type)) return "low_value";', ""],
      [
        "const redaction = redact(stripInjected(input.content), options.redaction);",
        "const redaction = redact(input.content, options.redaction);",
      ],
    ],
  },
  {
    file: "packages/memory/src/learn/promote/flag-contradiction.ts",
    tests: [
      ...admit,
      contradiction,
      "packages/memory/src/anchors/branches/current-branches.test.ts",
      "packages/memory/src/curate/disputes.test.ts",
    ],
    changes: [["if (stageOf(memory) !== stageOf(other)) return other.id;", ""]],
  },
  {
    file: "packages/memory/src/learn/promote/admit.ts",
    tests: [...admit, "packages/memory/src/curate/revise/revise.test.ts"],
    changes: [
      ['if (content.trim() === "") return "too_short";', ""],
      ['if (isEntirelySecret(redact(content, redaction))) return "all_secret";', ""],
    ],
  },
  {
    file: "packages/memory/src/learn/promote/reinforce.ts",
    tests: reinforce,
    changes: [
      [
        "observationCount: memory.observationCount + 1,",
        "observationCount: memory.observationCount,",
      ],
      ["isPinned: memory.isPinned || pins,", "isPinned: pins,"],
      ["if (isRevived && !isUsersWord(input.source)) return memory;", ""],
      [
        "const isStaged = memory.isStaged && input.isStaged === true && isVisible(memory);",
        "const isStaged = memory.isStaged;",
      ],
    ],
  },
  {
    file: "packages/memory/src/learn/promote/reinforce.ts",
    tests: [
      "packages/memory/src/learn/promote/wider-scope.test.ts",
      "packages/memory/src/curate/agent-word.test.ts",
    ],
    changes: [["return isWider(input) && isUsersWord(input.source)", "return isWider(input)"]],
  },
  {
    file: "packages/memory/src/learn/promote/noise.ts",
    tests: admit,
    changes: [
      ['if (LOW_VALUE.test(text)) return "low_value";', ""],
      ['if (text.length > PROMOTE.maxContentChars) return "too_long";', ""],
      ["|| LOG.test(text) || isFileList(text))", "|| LOG.test(text))"],
    ],
  },
  {
    file: "packages/memory/src/learn/promote/handoff.ts",
    tests: [
      "packages/memory/src/learn/promote/handoff.test.ts",
      "packages/memory/src/learn/learn-session.test.ts",
    ],
    changes: [
      ["const handoff = redactDeep(input, redaction).value as Handoff;", "const handoff = input;"],
      ["        isTainted,\n        needsReview: false,", "        needsReview: false,"],
    ],
  },
  {
    file: "packages/memory/src/learn/promote/handoff.ts",
    tests: ["packages/memory/src/learn/promote/handoff.test.ts"],
    changes: [
      ["if ((await forgottenAtMs(db, projectId, memory.content)) !== null) return;", ""],
      ["({ atMs }) => atMs > nowMs + CLOCK_SLACK_MS,", "() => false,"],
    ],
  },
  {
    file: "packages/memory/src/learn/promote/similar.ts",
    tests: [...admit, contradiction],
    changes: [
      ["isNegated(memory.content) === isNegated(content) &&", ""],
      ["        sameValues(memory.content, content) &&", "        true &&"],
    ],
  },
];

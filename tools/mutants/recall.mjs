/** Mutants of recall: what is found, what is held back, and how hits are explained. */

const M = "packages/memory/src";
const R = `${M}/recall`;
const gate = [`${R}/gate.test.ts`, `${R}/recall.test.ts`];
const pointers = [`${M}/brief/pointers.test.ts`];
const pastSessions = [
  `${R}/passages/worth-pointing-to.test.ts`,
  `${R}/passages/query-for-past.test.ts`,
  ...pointers,
];
const audience = [`${M}/recall/reader.test.ts`];
const triggers = [`${R}/triggers.test.ts`];
const freshness = [`${M}/anchors/freshness/freshness.test.ts`];

/** @type {import("../mutants.mjs").Mutants[]} */
export const RECALL = [
  {
    file: `${R}/gate.ts`,
    tests: gate,
    changes: [
      [
        'if (memory.needsReview || memory.isDisputed) return "awaits_review";',
        'if (memory.isDisputed) return "awaits_review";',
      ],
      ["if (memory.needsReview || memory.isDisputed)", "if (memory.needsReview)"],
      ['if (hit.freshness === "gone") return "code_gone";', ""],
      ["return hit.confidence >= RECALL.gateMinConfidence ? null", "return true ? null"],
    ],
  },
  {
    file: `${R}/gate.ts`,
    tests: [...gate, `${M}/exchange/import-rules.test.ts`],
    changes: [['if (memory.tags.includes(RULE_FILE)) return "rule_file";', ""]],
  },
  {
    file: `${R}/gate.ts`,
    tests: [...gate, `${M}/curate/validity.test.ts`],
    changes: [
      ['if (hit.code != null && hit.code.metCondition !== null) return "condition_met";', ""],
    ],
  },
  {
    file: `${M}/domain/selection.ts`,
    tests: [`${R}/read-hits.test.ts`, `${R}/recall.test.ts`, `${M}/curate/memory-links.test.ts`],
    changes: [
      [
        "return selection.anyProject === true || projectId === null || projectId === selection.projectId;",
        "return true;",
      ],
    ],
  },
  {
    file: `${M}/domain/selection.ts`,
    tests: [
      `${R}/read-hits.test.ts`,
      `${R}/recall.test.ts`,
      `${M}/anchors/branches/current-branches.test.ts`,
    ],
    changes: [['hiddenStages?.includes(stageOf(memory) ?? "") !== true &&', ""]],
  },
  {
    file: `${M}/curate/memory-links.ts`,
    tests: [`${M}/curate/memory-links.test.ts`],
    changes: [
      [
        "const isElsewhere = memory.projectId !== null && memory.projectId !== workspace.projectId;",
        "const isElsewhere = false;",
      ],
    ],
  },
  {
    file: `${M}/curate/memory-links.ts`,
    tests: [`${M}/curate/memory-links.test.ts`, `${M}/anchors/branches/current-branches.test.ts`],
    changes: [["if (!isElsewhere && isShown(memory)) continue;", "if (!isElsewhere) continue;"]],
  },
  {
    file: `${R}/read-hits.ts`,
    tests: [`${R}/read-hits.test.ts`, `${R}/recall.test.ts`, `${M}/curate/validity.test.ts`],
    changes: [[".filter((memory) => isValidAt(memory, request.atMs ?? nowMs))", ""]],
  },
  {
    file: `${M}/domain/selection.ts`,
    tests: [`${R}/read-hits.test.ts`, `${R}/recall.test.ts`, `${M}/curate/validity.test.ts`],
    changes: [["supersededBy === null && (state", "(state"]],
  },
  {
    file: `${R}/read-hits.ts`,
    tests: [`${R}/read-hits.test.ts`, `${R}/recall.test.ts`],
    changes: [["    score: fusedHit.score * prior,", "    score: fusedHit.score,"]],
  },
  {
    file: `${M}/anchors/freshness/freshness.ts`,
    tests: freshness,
    changes: [
      ["if (place?.isSame === true) {", "if (place !== null) {"],
      ["if (commit === head) return 0;", ""],
      [
        'if (anchored.every((item) => item === "gone")) return "gone";',
        'if (anchored.some((item) => item === "gone")) return "gone";',
      ],
      ['if (freshness !== "changed") return 1;', "return 1;"],
    ],
  },
  {
    file: `${M}/anchors/freshness/anchor-words.ts`,
    tests: [`${M}/anchors/freshness/anchor-words.test.ts`],
    changes: [[" and changed`;", "`;"]],
  },
  {
    file: `${R}/fuse.ts`,
    tests: [`${R}/fuse.test.ts`],
    changes: [
      ["if (!TEXT_PATHS.includes(path)) hit.score +=", "hit.score +="],
      ["const ran = lists.filter((list) => list.ids.length > 0);", "const ran = lists;"],
    ],
  },
  {
    file: `${R}/triggers.ts`,
    tests: triggers,
    changes: [
      [
        "if (!isWordAt(haystack, at - 1) && !isWordAt(haystack, at + wanted.length)) return true;",
        "return true;",
      ],
      ["if (wanted.length < 3) return false;", ""],
    ],
  },
  {
    file: `${M}/domain/anchors/glob.ts`,
    tests: triggers,
    changes: [
      [
        'if (item === "**" || (item === "*" && char !== "/")) next.add(at);',
        'if (item === "**" || item === "*") next.add(at);',
      ],
    ],
  },
  {
    file: `${R}/priors.ts`,
    tests: [`${R}/recall.test.ts`, `${R}/read-hits.test.ts`],
    changes: [
      ["return Math.min(RECALL.priorMax, Math.max(RECALL.priorMin, product));", "return product;"],
    ],
  },
  {
    file: `${M}/brief/block.ts`,
    tests: [`${M}/brief/block.test.ts`],
    changes: [
      ['if (memory.needsReview) facts.push("unreviewed");', ""],
      ["if (packing.spent + tokens + owed > packing.room) return null;", ""],
    ],
  },
  {
    file: `${M}/recall/shown/choose-levels.ts`,
    tests: pointers,
    changes: [
      [".slice(0, INJECT.pointers)", ""],
      [".filter(isNew);", ".filter(() => true);"],
    ],
  },
  {
    file: `${M}/brief/ledger.ts`,
    tests: pointers,
    changes: [["fullMs.has(id) || lastMs.has", "lastMs.has"]],
  },
  {
    file: `${R}/gate.ts`,
    tests: pointers,
    changes: [
      ['return memory.standing === "hypothesis"', "return false"],
      ["|| evidence >= GATE.pointer.value;", ";"],
      ['(moment === "question" && cosine >= GATE.asked.value)', "cosine >= GATE.asked.value"],
      ['(moment === "question" && cosine >= GATE.asked.value)', "false"],
    ],
  },
  {
    file: `${R}/passages/worth-pointing-to.ts`,
    tests: pastSessions,
    changes: [
      ["passage.session !== session &&", ""],
      ["evidence >= PASSAGES.pointerEvidence.value &&", ""],
    ],
  },
  {
    file: `${R}/passages/query-for-past.ts`,
    tests: pastSessions,
    changes: [
      ["return ASKS.test(query) || REPORTS.test(query) ? query : null;", "return query;"],
      ["if (OWN_DOINGS.test(opening) || STATE_OF_WORK.test(opening)) return null;", ""],
    ],
  },
  {
    file: `${R}/read-hits.ts`,
    tests: audience,
    changes: [[".filter((memory) => isVisibleTo(request.audience ?? null, memory))", ""]],
  },
  {
    file: `${M}/brief/start-sections.ts`,
    tests: audience,
    changes: [["isVisibleTo(audience, memory) &&", ""]],
  },
  {
    file: `${M}/domain/visibility.ts`,
    tests: audience,
    changes: [['if (memory.visibility === "secret" && !audience.maySeeSecrets) return false;', ""]],
  },
  {
    file: `${M}/brief/session-blocks.ts`,
    tests: [`${M}/learn/handoff-taint.test.ts`],
    changes: [
      ["handoff.isTainted && handoff.session !== session", "handoff.session === undefined"],
    ],
  },
  {
    file: `${M}/learn/checks/session-notes.ts`,
    tests: audience,
    changes: [
      [
        'for (const memory of await listOwned(db, session.projectId, "session", session.id)) {',
        "for (const memory of [] as Memory[]) {",
      ],
    ],
  },
];

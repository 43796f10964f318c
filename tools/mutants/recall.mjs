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

/** @type {import("../mutants.mjs").Mutant[]} */
export const RECALL = [
  {
    file: `${R}/gate.ts`,
    find: 'if (memory.needsReview || memory.isDisputed) return "awaits_review";',
    replace: 'if (memory.isDisputed) return "awaits_review";',
    tests: gate,
  },
  {
    file: `${R}/gate.ts`,
    find: "if (memory.needsReview || memory.isDisputed)",
    replace: "if (memory.needsReview)",
    tests: gate,
  },
  {
    file: `${R}/gate.ts`,
    find: 'if (hit.freshness === "gone") return "code_gone";',
    replace: "",
    tests: gate,
  },
  {
    file: `${R}/gate.ts`,
    find: 'if (memory.tags.includes(RULE_FILE)) return "rule_file";',
    replace: "",
    tests: [...gate, `${M}/exchange/import-rules.test.ts`],
  },
  {
    file: `${R}/gate.ts`,
    find: 'if (hit.code != null && hit.code.metCondition !== null) return "condition_met";',
    replace: "",
    tests: [...gate, `${M}/curate/validity.test.ts`],
  },
  {
    file: `${R}/gate.ts`,
    find: "return hit.confidence >= RECALL.gateMinConfidence ? null",
    replace: "return true ? null",
    tests: gate,
  },
  {
    file: `${M}/domain/selection.ts`,
    find: "return selection.anyProject === true || projectId === null || projectId === selection.projectId;",
    replace: "return true;",
    tests: [`${R}/read-hits.test.ts`, `${R}/recall.test.ts`, `${M}/curate/memory-links.test.ts`],
  },
  {
    file: `${M}/domain/selection.ts`,
    find: 'hiddenStages?.includes(stageOf(memory) ?? "") !== true &&',
    replace: "",
    tests: [
      `${R}/read-hits.test.ts`,
      `${R}/recall.test.ts`,
      `${M}/anchors/branches/current-branches.test.ts`,
    ],
  },
  {
    file: `${M}/curate/memory-links.ts`,
    find: "const isElsewhere = memory.projectId !== null && memory.projectId !== workspace.projectId;",
    replace: "const isElsewhere = false;",
    tests: [`${M}/curate/memory-links.test.ts`],
  },
  {
    file: `${M}/curate/memory-links.ts`,
    find: "if (!isElsewhere && isShown(memory)) continue;",
    replace: "if (!isElsewhere) continue;",
    tests: [`${M}/curate/memory-links.test.ts`, `${M}/anchors/branches/current-branches.test.ts`],
  },
  {
    file: `${R}/read-hits.ts`,
    find: ".filter((memory) => isValidAt(memory, request.atMs ?? nowMs))",
    replace: "",
    tests: [`${R}/read-hits.test.ts`, `${R}/recall.test.ts`, `${M}/curate/validity.test.ts`],
  },
  {
    file: `${M}/domain/selection.ts`,
    find: "supersededBy === null && (state",
    replace: "(state",
    tests: [`${R}/read-hits.test.ts`, `${R}/recall.test.ts`, `${M}/curate/validity.test.ts`],
  },
  {
    file: `${R}/read-hits.ts`,
    find: "    score: fusedHit.score * prior,",
    replace: "    score: fusedHit.score,",
    tests: [`${R}/read-hits.test.ts`, `${R}/recall.test.ts`],
  },
  {
    file: `${M}/anchors/freshness/freshness.ts`,
    find: "if (place?.isSame === true) {",
    replace: "if (place !== null) {",
    tests: freshness,
  },
  {
    file: `${M}/anchors/freshness/freshness.ts`,
    find: "if (commit === head) return 0;",
    replace: "",
    tests: freshness,
  },
  {
    file: `${M}/anchors/freshness/freshness.ts`,
    find: 'if (anchored.every((item) => item === "gone")) return "gone";',
    replace: 'if (anchored.some((item) => item === "gone")) return "gone";',
    tests: freshness,
  },
  {
    file: `${M}/anchors/freshness/freshness.ts`,
    find: 'if (freshness !== "changed") return 1;',
    replace: "return 1;",
    tests: freshness,
  },
  {
    file: `${M}/anchors/freshness/anchor-words.ts`,
    find: " and changed`;",
    replace: "`;",
    tests: [`${M}/anchors/freshness/anchor-words.test.ts`],
  },
  {
    file: `${R}/fuse.ts`,
    find: "if (!TEXT_PATHS.includes(path)) hit.score +=",
    replace: "hit.score +=",
    tests: [`${R}/fuse.test.ts`],
  },
  {
    file: `${R}/fuse.ts`,
    find: "const ran = lists.filter((list) => list.ids.length > 0);",
    replace: "const ran = lists;",
    tests: [`${R}/fuse.test.ts`],
  },
  {
    file: `${R}/triggers.ts`,
    find: "if (!isWordAt(haystack, at - 1) && !isWordAt(haystack, at + wanted.length)) return true;",
    replace: "return true;",
    tests: triggers,
  },
  {
    file: `${R}/triggers.ts`,
    find: "if (wanted.length < 3) return false;",
    replace: "",
    tests: triggers,
  },
  {
    file: `${M}/domain/anchors/glob.ts`,
    find: 'if (item === "**" || (item === "*" && char !== "/")) next.add(at);',
    replace: 'if (item === "**" || item === "*") next.add(at);',
    tests: triggers,
  },
  {
    file: `${R}/priors.ts`,
    find: "return Math.min(RECALL.priorMax, Math.max(RECALL.priorMin, product));",
    replace: "return product;",
    tests: [`${R}/recall.test.ts`, `${R}/read-hits.test.ts`],
  },
  {
    file: `${M}/brief/block.ts`,
    find: 'if (memory.needsReview) facts.push("unreviewed");',
    replace: "",
    tests: [`${M}/brief/block.test.ts`],
  },
  {
    file: `${M}/brief/block.ts`,
    find: "if (packing.spent + tokens + owed > packing.room) return null;",
    replace: "",
    tests: [`${M}/brief/block.test.ts`],
  },
  {
    file: `${M}/recall/shown/choose-levels.ts`,
    find: ".slice(0, INJECT.pointers)",
    replace: "",
    tests: pointers,
  },
  {
    file: `${M}/recall/shown/choose-levels.ts`,
    find: ".filter(isNew);",
    replace: ".filter(() => true);",
    tests: pointers,
  },
  {
    file: `${M}/brief/ledger.ts`,
    find: "fullMs.has(id) || lastMs.has",
    replace: "lastMs.has",
    tests: pointers,
  },
  {
    file: `${R}/gate.ts`,
    find: 'return memory.standing === "hypothesis"',
    replace: "return false",
    tests: pointers,
  },
  {
    file: `${R}/gate.ts`,
    find: 'evidence >= GATE.pointer.value ? "pointer" : null',
    replace: "null",
    tests: pointers,
  },
  {
    file: `${R}/passages/worth-pointing-to.ts`,
    find: "passage.session !== session &&",
    replace: "",
    tests: pastSessions,
  },
  {
    file: `${R}/passages/query-for-past.ts`,
    find: "return ASKS.test(query) || REPORTS.test(query) ? query : null;",
    replace: "return query;",
    tests: pastSessions,
  },
  {
    file: `${R}/passages/query-for-past.ts`,
    find: "if (OWN_DOINGS.test(opening) || STATE_OF_WORK.test(opening)) return null;",
    replace: "",
    tests: pastSessions,
  },
  {
    file: `${R}/passages/worth-pointing-to.ts`,
    find: "evidence >= PASSAGES.pointerEvidence.value &&",
    replace: "",
    tests: pastSessions,
  },
  {
    file: `${R}/gate.ts`,
    find: 'const isNear = moment === "question" && cosine >= GATE.asked.value;',
    replace: "const isNear = cosine >= GATE.asked.value;",
    tests: pointers,
  },
  {
    file: `${R}/gate.ts`,
    find: 'const isNear = moment === "question" && cosine >= GATE.asked.value;',
    replace: "const isNear = false;",
    tests: pointers,
  },
  {
    file: `${R}/read-hits.ts`,
    find: ".filter((memory) => isVisibleTo(request.audience ?? null, memory))",
    replace: "",
    tests: audience,
  },
  {
    file: `${M}/brief/start-sections.ts`,
    find: "isVisibleTo(audience, memory) &&",
    replace: "",
    tests: audience,
  },
  {
    file: `${M}/domain/visibility.ts`,
    find: 'if (memory.visibility === "secret" && !audience.maySeeSecrets) return false;',
    replace: "",
    tests: audience,
  },
  {
    file: `${M}/brief/session-blocks.ts`,
    find: "handoff.isTainted && handoff.session !== session",
    replace: "handoff.session === undefined",
    tests: [`${M}/learn/handoff-taint.test.ts`],
  },
  {
    file: `${M}/learn/checks/session-notes.ts`,
    find: 'for (const memory of await listOwned(db, session.projectId, "session", session.id)) {',
    replace: "for (const memory of [] as Memory[]) {",
    tests: audience,
  },
];

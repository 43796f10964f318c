/** Mutants of the store: what may be lost, mixed up or left behind. */

const S = "packages/memory/src/store";
const drivers = [
  "packages/sqlite/src/node-sqlite.test.ts",
  "packages/sqlite/src/turns.test.ts",
  "packages/sqlite/src/engine-error.test.ts",
];

/** @type {import("../mutants.mjs").Mutants[]} */
export const STORE = [
  {
    file: "packages/sqlite/src/local-database.ts",
    tests: drivers,
    changes: [
      [
        "if (!WRITES.test(sql)) return this.#alone(work);",
        "if (!WRITES.test(sql)) return Promise.resolve(this.#attempt(work));",
      ],
      [
        "      this.#opened.file?.check();\n      while (this.#turns.isTaken) await this.#turns.nextEnd();\n      return this.#atOnce(work);",
        "      this.#opened.file?.check();\n      return this.#atOnce(work);",
      ],
      ["      tx.end();\n      rollBack(engine);", "      tx.end();"],
      ["    this.#hasEnded = true;", "    this.#hasEnded = false;"],
    ],
  },
  {
    file: "packages/sqlite/src/turns.ts",
    tests: drivers,
    changes: [["      this.#running = undefined;\n      resolve();", "      resolve();"]],
  },
  {
    file: "packages/sqlite/src/engine-error.ts",
    tests: drivers,
    changes: [['  EACCES: "store_unwritable",', '  EACCES: "internal",']],
  },
  {
    file: "packages/memory/src/store/memories/memories.ts",
    tests: ["packages/memory/src/store/memories/memories.test.ts"],
    changes: [
      ["WHERE id = :id AND version = :version - 1`;", "WHERE id = :id`;"],
      ["if (!isStepAllowed(before.state, after.state)) {", "if (false)"],
      ["version: before.version + 1, updatedAtMs", "version: before.version, updatedAtMs"],
      ['if (rows.length > 1) throw new MemoryError("id_ambiguous", { id: wanted });', ""],
      ["  await db.run(DELETE_TAGS, { id });", ""],
    ],
  },
  {
    file: "packages/memory/src/store/memories/memories.ts",
    tests: [
      "packages/memory/src/store/memories/memories.test.ts",
      "packages/memory/src/learn/promote/handoff.test.ts",
    ],
    changes: [
      [
        "AND m.type <> 'handoff' AND (m.project_id IS :projectId OR m.project_id IS NULL)",
        "AND (m.project_id IS :projectId OR m.project_id IS NULL)",
      ],
    ],
  },
  {
    file: "packages/memory/src/store/memories/memories.ts",
    tests: [
      "packages/memory/src/store/memories/memories.test.ts",
      "packages/memory/src/learn/promote/admit.test.ts",
    ],
    changes: [
      ["(m.project_id IS :projectId OR m.project_id IS NULL)\n  ORDER BY", "1 = 1\n  ORDER BY"],
    ],
  },
  {
    file: `${S}/migrate.ts`,
    tests: [`${S}/migrate.test.ts`],
    changes: [["if (found.minSafe > SCHEMA_VERSION)", "if (false)"]],
  },
  {
    file: `${S}/migrate.ts`,
    tests: ["e2e/store/lost-store.test.ts"],
    changes: [
      ['if (hadStore()) throw new MemoryError("store_emptied", {});', ""],
      [
        'if (foreign !== undefined) throw new MemoryError("store_foreign", { table: foreign.name });',
        "",
      ],
    ],
  },
  {
    file: "packages/memory/src/store/memories/erase.ts",
    tests: [
      "packages/memory/src/store/memories/erase.test.ts",
      "packages/memory/src/learn/promote/admit.test.ts",
    ],
    changes: [["    await db.run(INSERT_TOMBSTONE, tombstone);", ""]],
  },
  {
    file: "packages/memory/src/store/memories/erase.ts",
    tests: ["packages/memory/src/store/memories/erase.test.ts"],
    changes: [
      ["  await eraseOps(db, id);", ""],
      ["    await clearQueryVectors(tx);", ""],
    ],
  },
  {
    file: "packages/memory/src/store/memories/erase.ts",
    tests: [
      "packages/memory/src/store/memories/erase.test.ts",
      "packages/memory/src/store/memories/scrub.test.ts",
    ],
    changes: [["    await scrubStatements(tx, statements, moment);", ""]],
  },
  {
    file: `${S}/projects.ts`,
    tests: [`${S}/projects.test.ts`],
    changes: [
      ["  /* sql */ `UPDATE tombstone SET project_id = :to WHERE project_id = :from`,", ""],
    ],
  },
  {
    file: `${S}/projects.ts`,
    tests: [`${S}/projects.test.ts`, "packages/memory/src/admin/merge-projects.test.ts"],
    changes: [["  if (alias) return alias.projectId;", ""]],
  },
  {
    file: "packages/memory/src/store/sessions/sessions.ts",
    tests: [`${S}/ledgers.test.ts`, "packages/memory/src/learn/learn-session.test.ts"],
    changes: [["promoted_seq = max(promoted_seq, :upTo)", "promoted_seq = :upTo"]],
  },
  {
    file: "packages/memory/src/store/sessions/sessions.ts",
    tests: [`${S}/ledgers.test.ts`, "packages/memory/src/capture/observe.test.ts"],
    changes: [["last_event_ms = max(last_event_ms, :lastMs)", "last_event_ms = :lastMs"]],
  },
  {
    file: "packages/memory/src/capture/spool.ts",
    tests: ["packages/memory/src/capture/spool.test.ts", "e2e/spool/spool.test.ts"],
    changes: [
      [
        "const cut = isFinal && reachedEnd ? read : bytes.lastIndexOf(0x0a);",
        "const cut = reachedEnd ? read : bytes.lastIndexOf(0x0a);",
      ],
      ["const from = mark > size ? 0 : mark;", "const from = mark;"],
    ],
  },
];

/** Mutants of the store: what may be lost, mixed up or left behind. */

const S = "packages/memory/src/store";
const drivers = [
  "packages/sqlite/src/node-sqlite.test.ts",
  "packages/sqlite/src/turns.test.ts",
  "packages/sqlite/src/engine-error.test.ts",
];

/** @type {import("../mutants.mjs").Mutant[]} */
export const STORE = [
  {
    file: "packages/sqlite/src/local-database.ts",
    find: "if (!WRITES.test(sql)) return this.#alone(work);",
    replace: "if (!WRITES.test(sql)) return Promise.resolve(this.#attempt(work));",
    tests: drivers,
  },
  {
    file: "packages/sqlite/src/local-database.ts",
    find: "      this.#opened.file?.check();\n      while (this.#turns.isTaken) await this.#turns.nextEnd();\n      return this.#atOnce(work);",
    replace: "      this.#opened.file?.check();\n      return this.#atOnce(work);",
    tests: drivers,
  },
  {
    file: "packages/sqlite/src/local-database.ts",
    find: "      tx.end();\n      rollBack(engine);",
    replace: "      tx.end();",
    tests: drivers,
  },
  {
    file: "packages/sqlite/src/local-database.ts",
    find: "    this.#hasEnded = true;",
    replace: "    this.#hasEnded = false;",
    tests: drivers,
  },
  {
    file: "packages/sqlite/src/turns.ts",
    find: "      this.#running = undefined;\n      resolve();",
    replace: "      resolve();",
    tests: drivers,
  },
  {
    file: "packages/sqlite/src/engine-error.ts",
    find: '  EACCES: "store_unwritable",',
    replace: '  EACCES: "internal",',
    tests: drivers,
  },
  {
    file: "packages/memory/src/store/memories/memories.ts",
    find: "WHERE id = :id AND version = :version - 1`;",
    replace: "WHERE id = :id`;",
    tests: ["packages/memory/src/store/memories/memories.test.ts"],
  },
  {
    file: "packages/memory/src/store/memories/memories.ts",
    find: "if (!isStepAllowed(before.state, after.state)) {",
    replace: "if (false)",
    tests: ["packages/memory/src/store/memories/memories.test.ts"],
  },
  {
    file: "packages/memory/src/store/memories/memories.ts",
    find: "version: before.version + 1, updatedAtMs",
    replace: "version: before.version, updatedAtMs",
    tests: ["packages/memory/src/store/memories/memories.test.ts"],
  },
  {
    file: "packages/memory/src/store/memories/memories.ts",
    find: 'if (rows.length > 1) throw new MemoryError("id_ambiguous", { id: wanted });',
    replace: "",
    tests: ["packages/memory/src/store/memories/memories.test.ts"],
  },
  {
    file: "packages/memory/src/store/memories/memories.ts",
    find: "  await db.run(DELETE_TAGS, { id });",
    replace: "",
    tests: ["packages/memory/src/store/memories/memories.test.ts"],
  },
  {
    file: "packages/memory/src/store/memories/memories.ts",
    find: "AND m.type <> 'handoff' AND (m.project_id IS :projectId OR m.project_id IS NULL)",
    replace: "AND (m.project_id IS :projectId OR m.project_id IS NULL)",
    tests: [
      "packages/memory/src/store/memories/memories.test.ts",
      "packages/memory/src/learn/promote/handoff.test.ts",
    ],
  },
  {
    file: "packages/memory/src/store/memories/memories.ts",
    find: "(m.project_id IS :projectId OR m.project_id IS NULL)\n  ORDER BY",
    replace: "1 = 1\n  ORDER BY",
    tests: [
      "packages/memory/src/store/memories/memories.test.ts",
      "packages/memory/src/learn/promote/admit.test.ts",
    ],
  },
  {
    file: `${S}/migrate.ts`,
    find: "if (found.minSafe > SCHEMA_VERSION)",
    replace: "if (false)",
    tests: [`${S}/migrate.test.ts`],
  },
  {
    file: `${S}/migrate.ts`,
    find: 'if (hadStore()) throw new MemoryError("store_emptied", {});',
    replace: "",
    tests: ["e2e/store/lost-store.test.ts"],
  },
  {
    file: `${S}/migrate.ts`,
    find: 'if (foreign !== undefined) throw new MemoryError("store_foreign", { table: foreign.name });',
    replace: "",
    tests: ["e2e/store/lost-store.test.ts"],
  },
  {
    file: "packages/memory/src/store/memories/erase.ts",
    find: "    await db.run(INSERT_TOMBSTONE, tombstone);",
    replace: "",
    tests: [
      "packages/memory/src/store/memories/erase.test.ts",
      "packages/memory/src/learn/promote/admit.test.ts",
    ],
  },
  {
    file: "packages/memory/src/store/memories/erase.ts",
    find: "  await eraseOps(db, id);",
    replace: "",
    tests: ["packages/memory/src/store/memories/erase.test.ts"],
  },
  {
    file: "packages/memory/src/store/memories/erase.ts",
    find: "    await clearQueryVectors(tx);",
    replace: "",
    tests: ["packages/memory/src/store/memories/erase.test.ts"],
  },
  {
    file: "packages/memory/src/store/memories/erase.ts",
    find: "    await scrubStatements(tx, statements, moment);",
    replace: "",
    tests: [
      "packages/memory/src/store/memories/erase.test.ts",
      "packages/memory/src/store/memories/scrub.test.ts",
    ],
  },
  {
    file: `${S}/projects.ts`,
    find: "  /* sql */ `UPDATE tombstone SET project_id = :to WHERE project_id = :from`,",
    replace: "",
    tests: [`${S}/projects.test.ts`],
  },
  {
    file: `${S}/projects.ts`,
    find: "  if (alias) return alias.projectId;",
    replace: "",
    tests: [`${S}/projects.test.ts`, "packages/memory/src/admin/merge-projects.test.ts"],
  },
  {
    file: "packages/memory/src/store/sessions/sessions.ts",
    find: "promoted_seq = max(promoted_seq, :upTo)",
    replace: "promoted_seq = :upTo",
    tests: [`${S}/ledgers.test.ts`, "packages/memory/src/learn/learn-session.test.ts"],
  },
  {
    file: "packages/memory/src/store/sessions/sessions.ts",
    find: "last_event_ms = max(last_event_ms, :lastMs)",
    replace: "last_event_ms = :lastMs",
    tests: [`${S}/ledgers.test.ts`, "packages/memory/src/capture/observe.test.ts"],
  },
  {
    file: "packages/memory/src/capture/spool.ts",
    find: "const cut = isFinal && reachedEnd ? read : bytes.lastIndexOf(0x0a);",
    replace: "const cut = reachedEnd ? read : bytes.lastIndexOf(0x0a);",
    tests: ["packages/memory/src/capture/spool.test.ts", "e2e/spool/spool.test.ts"],
  },
  {
    file: "packages/memory/src/capture/spool.ts",
    find: "const from = mark > size ? 0 : mark;",
    replace: "const from = mark;",
    tests: ["packages/memory/src/capture/spool.test.ts", "e2e/spool/spool.test.ts"],
  },
];

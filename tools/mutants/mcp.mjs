/** Mutants of the MCP server and of the failures that programs report. */

const M = "hosts/mcp/src";
const server = [`${M}/server.test.ts`, `${M}/trust-words.test.ts`];

/** @type {import("../mutants.mjs").Mutants[]} */
export const MCP = [
  {
    file: `${M}/tools/update.ts`,
    tests: server,
    changes: [
      [
        "const memory = await tacit.memories.edit(id, { isPinned: false });",
        "const memory = await tacit.memories.edit(id, { isPinned: true });",
      ],
      [
        "const memory = await tacit.memories.askToPin(id);",
        "const memory = await tacit.memories.edit(id, { isPinned: true });",
      ],
      ["    await tacit.memories.forget([id]);", ""],
      ["{ addTags: tags, removeTags: untag }", "{ addTags: tags }"],
    ],
  },
  {
    file: `${M}/tools/recall.ts`,
    tests: server,
    changes: [
      ['isWeak ? "; no memory is a strong match" : ""', '""'],
      ['if (memory.needsReview) facts.push("unreviewed");', ""],
      ['if (memory.isDisputed) facts.push("disputed");', ""],
    ],
  },
  {
    file: "packages/memory/src/domain/session/passage.ts",
    tests: ["packages/memory/src/domain/session/passage.test.ts"],
    changes: [['...(isTainted ? ["after outside text was read"] : []),', ""]],
  },
  {
    file: `${M}/tools/get.ts`,
    tests: server,
    changes: [
      ['...(memory.needsReview ? ["unreviewed"] : []),', ""],
      ['...(memory.isTainted ? ["from untrusted text"] : []),', ""],
    ],
  },
  {
    file: `${M}/tools/remember.ts`,
    tests: server,
    changes: [
      ['source: "agent_explicit",', 'source: "user_taught",'],
      ["      session: caller.session,", ""],
    ],
  },
  {
    file: `${M}/server.ts`,
    tests: server,
    changes: [['destructiveHint: tool.effect === "changes",', "destructiveHint: false,"]],
  },
  {
    file: "packages/loopback/src/request-gate.ts",
    tests: [`${M}/http/serve-http.test.ts`],
    changes: [
      ["if (!LOOPBACK_HOST.test(host)) {", "if (false) {"],
      [
        "if (origin !== undefined && origin.toLowerCase()",
        "if (false && origin !== undefined && origin.toLowerCase()",
      ],
      ["if (isSameSecret(sent, token)) return null;", "return null;"],
    ],
  },
  {
    file: `${M}/bounded-lines.ts`,
    tests: [`${M}/bounded-lines.test.ts`],
    changes: [
      ["if (this.#bytes <= MAX_LINE_BYTES) return;", "return;"],
      ["    this.#head = null;\n    this.#tail", "    this.#tail"],
    ],
  },
  {
    file: "apps/cli/src/failure.ts",
    tests: ["apps/cli/src/failure.test.ts"],
    changes: [['EACCES: "not_allowed",', ""]],
  },
];

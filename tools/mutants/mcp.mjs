/** Mutants of the MCP server and of the failures that programs report. */

const M = "hosts/mcp/src";
const server = [`${M}/server.test.ts`, `${M}/trust-words.test.ts`];

/** @type {import("../mutants.mjs").Mutant[]} */
export const MCP = [
  {
    file: `${M}/tools/update.ts`,
    find: "const memory = await tacit.memories.edit(id, { isPinned: false });",
    replace: "const memory = await tacit.memories.edit(id, { isPinned: true });",
    tests: server,
  },
  {
    file: `${M}/tools/update.ts`,
    find: "const memory = await tacit.memories.askToPin(id);",
    replace: "const memory = await tacit.memories.edit(id, { isPinned: true });",
    tests: server,
  },
  {
    file: `${M}/tools/update.ts`,
    find: "    await tacit.memories.forget([id]);",
    replace: "",
    tests: server,
  },
  {
    file: `${M}/tools/update.ts`,
    find: "{ addTags: tags, removeTags: untag }",
    replace: "{ addTags: tags }",
    tests: server,
  },
  {
    file: `${M}/tools/recall.ts`,
    find: 'isWeak ? "; no memory is a strong match" : ""',
    replace: '""',
    tests: server,
  },
  {
    file: `${M}/tools/recall.ts`,
    find: 'if (memory.needsReview) facts.push("unreviewed");',
    replace: "",
    tests: server,
  },
  {
    file: `${M}/tools/recall.ts`,
    find: 'if (memory.isDisputed) facts.push("disputed");',
    replace: "",
    tests: server,
  },
  {
    file: "packages/memory/src/domain/session/passage.ts",
    find: '...(isTainted ? ["after outside text was read"] : []),',
    replace: "",
    tests: ["packages/memory/src/domain/session/passage.test.ts"],
  },
  {
    file: `${M}/tools/get.ts`,
    find: '...(memory.needsReview ? ["unreviewed"] : []),',
    replace: "",
    tests: server,
  },
  {
    file: `${M}/tools/get.ts`,
    find: '...(memory.isTainted ? ["from untrusted text"] : []),',
    replace: "",
    tests: server,
  },
  {
    file: `${M}/tools/remember.ts`,
    find: 'source: "agent_explicit",',
    replace: 'source: "user_taught",',
    tests: server,
  },
  {
    file: `${M}/tools/remember.ts`,
    find: "      session: caller.session,",
    replace: "",
    tests: server,
  },
  {
    file: `${M}/server.ts`,
    find: 'destructiveHint: tool.effect === "changes",',
    replace: "destructiveHint: false,",
    tests: server,
  },
  {
    file: "packages/loopback/src/request-gate.ts",
    find: "if (!LOOPBACK_HOST.test(host)) {",
    replace: "if (false) {",
    tests: [`${M}/http/serve-http.test.ts`],
  },
  {
    file: "packages/loopback/src/request-gate.ts",
    find: "if (origin !== undefined && origin.toLowerCase()",
    replace: "if (false && origin !== undefined && origin.toLowerCase()",
    tests: [`${M}/http/serve-http.test.ts`],
  },
  {
    file: "packages/loopback/src/request-gate.ts",
    find: "if (isSameSecret(sent, token)) return null;",
    replace: "return null;",
    tests: [`${M}/http/serve-http.test.ts`],
  },
  {
    file: `${M}/bounded-lines.ts`,
    find: "if (this.#bytes <= MAX_LINE_BYTES) return;",
    replace: "return;",
    tests: [`${M}/bounded-lines.test.ts`],
  },
  {
    file: `${M}/bounded-lines.ts`,
    find: "    this.#head = null;\n    this.#tail",
    replace: "    this.#tail",
    tests: [`${M}/bounded-lines.test.ts`],
  },
  {
    file: "apps/cli/src/failure.ts",
    find: 'EACCES: "not_allowed",',
    replace: "",
    tests: ["apps/cli/src/failure.test.ts"],
  },
];

/** Mutants of hooks: what a host receives, how long it waits, and what must never happen. */

const H = "hosts/hooks/src";
const claude = [`${H}/claude-code/claude-code.test.ts`];

/** @type {import("../mutants.mjs").Mutant[]} */
export const HOOKS = [
  {
    file: `${H}/run-hook.ts`,
    find: '  if (isOff) return "";\n',
    replace: "",
    tests: [`${H}/configured-hooks.test.ts`],
  },
  {
    file: `${H}/run-hook.ts`,
    find: "    if (!isEnabled(env)) return;\n",
    replace: "",
    tests: [`${H}/cannot-write.test.ts`],
  },
  {
    file: "packages/memory/src/config/config-files.ts",
    find: "return at >= 0 && (chosenAt < 0 || at < chosenAt);",
    replace: "return at >= 0;",
    tests: ["packages/memory/src/config/config-files.test.ts"],
  },
  {
    file: "packages/memory/src/config/configured.ts",
    find: "{ ...layers.user, ...layers.repository, ...layers.project }",
    replace: "{ ...layers.user, ...layers.project, ...layers.repository }",
    tests: ["packages/memory/src/config/configured.test.ts"],
  },
  {
    file: `${H}/run-hook.ts`,
    find: 'if (mode === "incognito") return null;',
    replace: "",
    tests: [],
    equivalent:
      "nothing is captured in any mode, and answer-moment.ts asks the store for the mode before it answers",
  },
  {
    file: `${H}/run-hook.ts`,
    find: "const capturedBytes = mode === null ? capture(call, place, hookEnvironment) : 0;",
    replace: "const capturedBytes = capture(call, place, hookEnvironment);",
    tests: [...claude, "e2e/hooks/modes.test.ts"],
  },
  {
    file: `${H}/run-hook.ts`,
    find: '    logFailure(hookEnvironment.home, "capture", error);\n    return 0;',
    replace: "    throw error;",
    tests: [`${H}/cannot-write.test.ts`],
  },
  {
    file: `${H}/run-hook.ts`,
    find: "if (folder.length <= MAX_FOLDER_CHARS) return folder;",
    replace: "return folder;",
    tests: [`${H}/long-folder.test.ts`],
  },
  {
    file: `${H}/run-hook.ts`,
    find: "return opensSession(call) ? warning : null;",
    replace: "return warning;",
    tests: [`${H}/old-node.test.ts`],
  },
  {
    file: `${H}/read-input.ts`,
    find: "    }, limitMs);",
    replace: "    }, limitMs * 1000);",
    tests: ["e2e/hooks/open-input.test.ts"],
  },
  {
    file: `${H}/read-input.ts`,
    find: "if (total > MAX_BYTES) {",
    replace: "if (false) {",
    tests: [`${H}/read-input.test.ts`],
  },
  {
    file: `${H}/read-input.ts`,
    find: "if (isFirst && !mayBeginObject(chunk)) return atEnd();",
    replace: "",
    tests: ["e2e/hooks/open-input.test.ts"],
  },
  {
    file: `${H}/payload.ts`,
    find: "if (isNestedTooDeep(input)) return null;",
    replace: "",
    tests: [`${H}/payload.test.ts`],
  },
  {
    file: "packages/files/src/json.ts",
    find: "text.charCodeAt(0) === 0xfeff ? text.slice(1) : text",
    replace: "text",
    tests: [`${H}/payload.test.ts`],
  },
  {
    file: `${H}/answer-moment.ts`,
    find: 'if ((await tacit.admin.mode()) === "incognito") return "";',
    replace: "",
    tests: [`${H}/cannot-write.test.ts`],
  },
  {
    file: `${H}/answer-moment.ts`,
    find: "(isOutOfTime && (await tacit.sessions.hasUnlearned(session))) ||",
    replace: "false;",
    tests: ["e2e/hooks/starved-learning.test.ts"],
  },
  {
    file: `${H}/answer-moment.ts`,
    find: '      await tacit.brief.lateMark("late_prompt", call.ledger).take().catch(untaken);\n      if (ask.isResumed',
    replace: "      if (ask.isResumed",
    tests: [`${H}/not-shown.test.ts`, `${H}/resumed.test.ts`, "e2e/hooks/asking.test.ts"],
  },
  {
    file: `${H}/answer-moment.ts`,
    find: 'await tacit.brief.lateMark("late_start", call.ledger).leave().catch(untaken);\n      await catchUp',
    replace: "void 0;\n      await catchUp",
    tests: [`${H}/resumed.test.ts`],
  },
  {
    file: `${H}/answer-moment.ts`,
    find: 'if (ledger !== session || isSmallTalk(prompt) || /^\\s*[/!]/.test(prompt)) return "";',
    replace: "",
    tests: ["e2e/hooks/asking.test.ts"],
  },
  {
    file: `${H}/run-hook.ts`,
    find: 'if (ask.kind === "command") return !mayTrigger(home, place.id, ask.command);',
    replace: 'if (ask.kind === "command") return false;',
    tests: ["hosts/hooks/src/before-command.test.ts"],
  },
  {
    file: `${H}/worker.ts`,
    find: "return ageMs < WORKER_MS[job] + LAST_STEP_MS && isAlive(Number(holder));",
    replace: "return ageMs < WORKER_MS[job] + LAST_STEP_MS;",
    tests: ["e2e/hooks/starved-learning.test.ts"],
  },
  {
    file: `${H}/finished-turns.ts`,
    find: 'if (last?.kind === "message") await tacit.sessions.learn([rid]);',
    replace: "",
    tests: [`${H}/not-shown.test.ts`],
  },
  {
    file: `${H}/claude-shape/tool-events.ts`,
    find: 'if (hostTool === "" || OWN_TOOL.test(hostTool)) return [];',
    replace: 'if (hostTool === "") return [];',
    tests: claude,
  },
  {
    file: `${H}/claude-shape/tool-events.ts`,
    find: 'output: isHidden ? "[ignored file]" : output,',
    replace: "output,",
    tests: claude,
  },
  {
    file: `${H}/claude-shape/tool-events.ts`,
    find: "isError: error !== null,",
    replace: "isError: false,",
    tests: claude,
  },
  {
    file: `${H}/claude-code/claude-code.ts`,
    find: 'if ("cursor_version" in payload) return null;',
    replace: "",
    tests: [...claude, `${H}/cursor/cursor.test.ts`],
  },
  {
    file: `${H}/claude-shape/read-moment.ts`,
    find: 'ask: isInterrupt || error === "" ? null : ask,',
    replace: "ask,",
    tests: claude,
  },
];

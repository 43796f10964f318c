/** Mutants of hooks: what a host receives, how long it waits, and what must never happen. */

const H = "hosts/hooks/src";
const claude = [`${H}/claude-code/claude-code.test.ts`];

/** @type {import("../mutants.mjs").Mutants[]} */
export const HOOKS = [
  {
    file: `${H}/run-hook.ts`,
    tests: [`${H}/configured-hooks.test.ts`],
    changes: [['  if (isOff) return "";\n', ""]],
  },
  {
    file: `${H}/run-hook.ts`,
    tests: [`${H}/cannot-write.test.ts`],
    changes: [
      ["    if (!isEnabled(env)) return;\n", ""],
      [
        '    logFailure(hookEnvironment.home, "capture", error);\n    return 0;',
        "    throw error;",
      ],
    ],
  },
  {
    file: "packages/memory/src/config/config-files.ts",
    tests: ["packages/memory/src/config/config-files.test.ts"],
    changes: [["return at >= 0 && (chosenAt < 0 || at < chosenAt);", "return at >= 0;"]],
  },
  {
    file: "packages/memory/src/config/configured.ts",
    tests: ["packages/memory/src/config/configured.test.ts"],
    changes: [
      [
        "{ ...layers.user, ...layers.repository, ...layers.project }",
        "{ ...layers.user, ...layers.project, ...layers.repository }",
      ],
    ],
  },
  {
    file: `${H}/run-hook.ts`,
    tests: [],
    equivalent:
      "nothing is captured in any mode, and answer-moment.ts asks the store for the mode before it answers",
    changes: [['if (mode === "incognito") return null;', ""]],
  },
  {
    file: `${H}/run-hook.ts`,
    tests: [...claude, "e2e/hooks/modes.test.ts"],
    changes: [
      [
        "const capturedBytes = mode === null ? capture(call, place, hookEnvironment) : 0;",
        "const capturedBytes = capture(call, place, hookEnvironment);",
      ],
    ],
  },
  {
    file: `${H}/run-hook.ts`,
    tests: [`${H}/long-folder.test.ts`],
    changes: [["if (folder.length <= MAX_FOLDER_CHARS) return folder;", "return folder;"]],
  },
  {
    file: `${H}/run-hook.ts`,
    tests: [`${H}/old-node.test.ts`],
    changes: [["return opensSession(call) ? warning : null;", "return warning;"]],
  },
  {
    file: `${H}/read-input.ts`,
    tests: ["e2e/hooks/open-input.test.ts"],
    changes: [
      ["    }, limitMs);", "    }, limitMs * 1000);"],
      ["if (isFirst && !mayBeginObject(chunk)) return atEnd();", ""],
    ],
  },
  {
    file: `${H}/read-input.ts`,
    tests: [`${H}/read-input.test.ts`],
    changes: [["if (total > MAX_BYTES) {", "if (false) {"]],
  },
  {
    file: `${H}/payload.ts`,
    tests: [`${H}/payload.test.ts`],
    changes: [["if (isNestedTooDeep(input)) return null;", ""]],
  },
  {
    file: "packages/files/src/json.ts",
    tests: [`${H}/payload.test.ts`],
    changes: [["text.charCodeAt(0) === 0xfeff ? text.slice(1) : text", "text"]],
  },
  {
    file: `${H}/answer-moment.ts`,
    tests: [`${H}/cannot-write.test.ts`],
    changes: [['if ((await tacit.admin.mode()) === "incognito") return "";', ""]],
  },
  {
    file: `${H}/answer-moment.ts`,
    tests: ["e2e/hooks/starved-learning.test.ts"],
    changes: [["(isOutOfTime && (await tacit.sessions.hasUnlearned(session))) ||", "false;"]],
  },
  {
    file: `${H}/answer-moment.ts`,
    tests: [`${H}/not-shown.test.ts`, `${H}/resumed.test.ts`, "e2e/hooks/asking.test.ts"],
    changes: [
      [
        '      await tacit.brief.lateMark("late_prompt", call.ledger).take().catch(untaken);\n      if (ask.isResumed',
        "      if (ask.isResumed",
      ],
    ],
  },
  {
    file: `${H}/answer-moment.ts`,
    tests: [`${H}/resumed.test.ts`],
    changes: [
      [
        'await tacit.brief.lateMark("late_start", call.ledger).leave().catch(untaken);\n      await catchUp',
        "void 0;\n      await catchUp",
      ],
    ],
  },
  {
    file: `${H}/answer-moment.ts`,
    tests: ["e2e/hooks/asking.test.ts"],
    changes: [
      ['if (ledger !== session || isSmallTalk(prompt) || /^\\s*[/!]/.test(prompt)) return "";', ""],
    ],
  },
  {
    file: `${H}/run-hook.ts`,
    tests: ["hosts/hooks/src/before-command.test.ts"],
    changes: [
      [
        'if (ask.kind === "command") return !mayTrigger(home, place.id, ask.command);',
        'if (ask.kind === "command") return false;',
      ],
    ],
  },
  {
    file: `${H}/worker.ts`,
    tests: ["e2e/hooks/starved-learning.test.ts"],
    changes: [
      [
        "return ageMs < WORKER_MS[job] + LAST_STEP_MS && isAlive(Number(holder));",
        "return ageMs < WORKER_MS[job] + LAST_STEP_MS;",
      ],
    ],
  },
  {
    file: `${H}/finished-turns.ts`,
    tests: [`${H}/not-shown.test.ts`],
    changes: [['if (last?.kind === "message") await tacit.sessions.learn([rid]);', ""]],
  },
  {
    file: `${H}/claude-shape/tool-events.ts`,
    tests: claude,
    changes: [
      [
        'if (hostTool === "" || OWN_TOOL.test(hostTool)) return [];',
        'if (hostTool === "") return [];',
      ],
      ['output: isHidden ? "[ignored file]" : output,', "output,"],
      ["isError: error !== null,", "isError: false,"],
    ],
  },
  {
    file: `${H}/claude-code/claude-code.ts`,
    tests: [...claude, `${H}/cursor/cursor.test.ts`],
    changes: [['if ("cursor_version" in payload) return null;', ""]],
  },
  {
    file: `${H}/claude-shape/read-moment.ts`,
    tests: claude,
    changes: [['ask: isInterrupt || error === "" ? null : ask,', "ask,"]],
  },
];

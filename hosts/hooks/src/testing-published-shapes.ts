/**
 * For tests: the keys that vendors' published schemas allow in a hook's answer and in the files we write, in our own
 * notation. The schemas belong to others and are not included; README.md lists where they are and which versions were read.
 */

/** Allowed value: for an object each allowed key and the required keys; for a list, the form of each element. */
export type Shape =
  | "text"
  | "number"
  | "boolean"
  | "anything"
  | { readonly is: string }
  | { readonly listOf: Shape; readonly minItems?: number }
  | { readonly eachKey: Shape }
  | {
      readonly keys: Readonly<Record<string, Shape>>;
      readonly needs?: readonly string[];
      readonly isOpen?: boolean;
    };

/** Returns each place where the value does not have that shape, with the error. */
export function misfits(value: unknown, shape: Shape, at = ""): string[] {
  if (shape === "anything") return [];
  if (typeof shape === "string") {
    const isRight = typeof value === (shape === "text" ? "string" : shape);
    return isRight ? [] : [`${at}: not a ${shape}`];
  }
  if ("is" in shape) return value === shape.is ? [] : [`${at}: not "${shape.is}"`];
  if ("listOf" in shape) return misfitsOfList(value, shape, at);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return [`${at}: not an object`];
  if ("eachKey" in shape)
    return Object.entries(value).flatMap(([key, one]) =>
      misfits(one, shape.eachKey, `${at}/${key}`),
    );
  return misfitsOfKeys(value, shape, at);
}

function misfitsOfKeys(
  value: object,
  { keys, needs = [], isOpen = false }: Extract<Shape, { readonly keys: unknown }>,
  at: string,
): string[] {
  const missing = needs.filter((key) => !(key in value));
  return [
    ...missing.map((key) => `${at}/${key}: missing`),
    ...Object.entries(value).flatMap(([key, one]) => {
      const inner = Object.hasOwn(keys, key) ? keys[key] : undefined;
      if (inner !== undefined) return misfits(one, inner, `${at}/${key}`);
      return isOpen ? [] : [`${at}/${key}: no such key`];
    }),
  ];
}

function misfitsOfList(
  value: unknown,
  { listOf, minItems = 0 }: { readonly listOf: Shape; readonly minItems?: number },
  at: string,
): string[] {
  if (!Array.isArray(value) || value.length < minItems) return [`${at}: not a list`];
  return value.flatMap((item, index) => misfits(item, listOf, `${at}/${index}`));
}

const ENDINGS = {
  continue: "boolean",
  stopReason: "text",
  suppressOutput: "boolean",
  systemMessage: "text",
} as const;
const BLOCKING = { decision: { is: "block" }, reason: "text" } as const;

function codexAnswer(event: string, specific: Record<string, Shape>, more: Record<string, Shape>) {
  const keys = { hookEventName: { is: event }, additionalContext: "text", ...specific } as const;
  const hookSpecificOutput = { keys, needs: ["hookEventName"] };
  return { keys: { ...ENDINGS, ...more, hookSpecificOutput } } satisfies Shape;
}

/**
 * Answers by event; Codex takes no text at other events. All objects are closed: with one unknown key Codex ignores the
 * answer.
 */
export const CODEX_ANSWERS: Readonly<Record<string, Shape>> = {
  SessionStart: codexAnswer("SessionStart", { env: { eachKey: "text" } }, {}),
  UserPromptSubmit: codexAnswer("UserPromptSubmit", {}, BLOCKING),
  SubagentStart: codexAnswer("SubagentStart", {}, {}),
  PreToolUse: codexAnswer(
    "PreToolUse",
    { permissionDecision: "text", permissionDecisionReason: "text", updatedInput: "anything" },
    {},
  ),
  PostToolUse: codexAnswer(
    "PostToolUse",
    { updatedMCPToolOutput: "anything", updatedToolOutput: "anything" },
    BLOCKING,
  ),
};

const texts = { listOf: "text" } as const;

const CODEX_HOOK = {
  keys: { type: { is: "command" }, command: "text", commandWindows: "text", timeout: "number" },
  needs: ["type", "command"],
  isOpen: true,
} as const;

export const CODEX_HOOKS: Shape = {
  keys: {
    hooks: {
      eachKey: {
        listOf: {
          keys: { matcher: "text", hooks: { listOf: CODEX_HOOK, minItems: 1 } },
          needs: ["hooks"],
          isOpen: true,
        },
        minItems: 1,
      },
    },
  },
  needs: ["hooks"],
};

const CLAUDE_HOOK: Shape = {
  keys: {
    type: { is: "command" },
    command: "text",
    args: texts,
    timeout: "number",
    async: "boolean",
    asyncRewake: "boolean",
    shell: "text",
    if: "text",
    statusMessage: "text",
  },
  needs: ["type", "command"],
};

const CLAUDE_EVENTS =
  "ConfigChange CwdChanged DirectoryAdded Elicitation ElicitationResult FileChanged InstructionsLoaded MessageDisplay Notification PermissionDenied PermissionRequest PostCompact PostToolBatch PostToolUse PostToolUseFailure PreCompact PreToolUse SessionEnd SessionStart Setup Stop StopFailure SubagentStart SubagentStop TaskCompleted TaskCreated TeammateIdle UserPromptExpansion UserPromptSubmit WorktreeCreate WorktreeRemove";

/** The events are closed, the settings beside them are not. */
export const CLAUDE_SETTINGS: Shape = {
  keys: {
    hooks: {
      keys: byName(CLAUDE_EVENTS, {
        listOf: { keys: { matcher: "text", hooks: { listOf: CLAUDE_HOOK } }, needs: ["hooks"] },
      }),
    },
  },
  isOpen: true,
};

const GEMINI_EVENTS =
  "AfterAgent AfterModel AfterTool BeforeAgent BeforeModel BeforeTool BeforeToolSelection Notification PreCompress SessionEnd SessionStart";

const GEMINI_HOOK = {
  keys: { name: "text", type: "text", command: "text", timeout: "number" },
} as const;

/** Contains only what we write; its servers are closed. */
export const GEMINI_SETTINGS: Shape = {
  keys: {
    hooks: {
      keys: byName(GEMINI_EVENTS, {
        listOf: { keys: { matcher: "text", hooks: { listOf: GEMINI_HOOK } } },
      }),
    },
    mcpServers: {
      eachKey: {
        keys: {
          command: "text",
          args: texts,
          env: { eachKey: "text" },
          cwd: "text",
          url: "text",
          httpUrl: "text",
          headers: { eachKey: "text" },
          type: "text",
          timeout: "number",
          trust: "boolean",
          includeTools: texts,
          excludeTools: texts,
        },
      },
    },
  },
};

function byName(names: string, shape: Shape): Readonly<Record<string, Shape>> {
  return Object.fromEntries(names.split(" ").map((name) => [name, shape]));
}

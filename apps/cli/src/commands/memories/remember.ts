/** `tacit remember`: stores the statement of a person, or of the agent that runs it, as a memory immediately. */
import {
  COMMON_TYPES,
  ERRORS,
  MEMORY_TYPES,
  type Memory,
  type Remembered,
  SCOPES,
  shortId,
  type Tacit,
} from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import { callingAgent } from "../../input/calling-agent.ts";
import { inputText } from "../../input/input-lines.ts";
import { withTacit } from "../../open.ts";
import { plural } from "../../output/layout.ts";
import { reasonWords, validityWords } from "../../output/memory-text.ts";
import { pinnedByTitleWords } from "../../output/pinned-words.ts";
import { choice, flag, sentence, text, texts, validIn } from "../../parsed-args.ts";

export const remember: Command = {
  name: "remember",
  summary: "store a memory for this project",
  arguments: [
    { name: "text", text: "text of the memory; - reads standard input", isVariadic: true },
  ],
  options: [
    {
      flags: "--type <type>",
      text: "type of the memory (default: detected from the text)",
      choices: COMMON_TYPES,
      unlisted: MEMORY_TYPES,
    },
    {
      flags: "--file <path>",
      text: "a file or folder that the memory is about",
      isRepeatable: true,
    },
    { flags: "--tag <tag>", text: "a label", isRepeatable: true },
    {
      flags: "--trigger <pattern>",
      text: "show the memory when a prompt, a command, an error or a file path matches",
      isRepeatable: true,
    },
    {
      flags: "--error <text>",
      text: "error message of a failed command: show the memory when this error occurs again",
    },
    { flags: "--scope <scope>", text: "scope of the memory (default: project)", choices: SCOPES },
    {
      flags: "--owner <name>",
      text: "owner of the scope: for agent, its name such as codex; for session, its id; for task, a branch (default: the checked-out branch)",
    },
    {
      flags: "--invalid-when <condition>",
      text: "condition that ends its validity: path:GLOB gone, dependency:NAME >=2, after:2026-12-31",
      isRepeatable: true,
    },
    { flags: "--valid-from <when>", text: "start of validity: 2026-10, last week, 3d" },
    {
      flags: "--valid-until <when>",
      text: "end of validity, that day or month included: 2027-01, tomorrow, friday, in 2 weeks",
    },
    { flags: "--branch <name>", text: "branch of the memory (default: the checked-out branch)" },
    {
      flags: "--durable",
      text: "make the memory valid on every branch now, not only where this branch is merged",
    },
    { flags: "--pin", text: "show the memory at the start of every session and never archive it" },
  ],
  details:
    "If Claude Code or Gemini CLI runs this command (CLAUDECODE=1 or GEMINI_CLI=1), the memory counts as the agent's note and not as your word.",
  examples: [
    'tacit remember "Migrations are frozen once released; add a new one instead" --type convention',
    'tacit remember "Pass zod schemas through toJson first" --invalid-when "dependency:zod >=4"',
    'tacit remember "Deploys are frozen while the shop has its sale" --valid-from 2026-12-20 --valid-until 2027-01-06',
    'tacit remember "The staging database is reset every night" --durable',
    'tacit remember "api.ts is generated from api.yaml" --file src/api.ts --file schema/api.yaml',
    'tacit remember "Install maven first: apt-get install -y maven" --error "mvn: command not found"',
    "tacit remember - --file src/parser.ts --tag parser < lesson.txt",
  ],
  run: async (input, context) => {
    const contentInput = sentence(input);
    const content = contentInput === "-" ? await inputText(context, "-") : contentInput;
    const scope = choice(input, "scope", SCOPES);
    const agent = callingAgent(context.machine);
    await withTacit(context, async (tacit) => {
      const admission = await tacit.memories.remember({
        content,
        ...(agent === null
          ? { source: "user_taught" as const }
          : { source: "agent_explicit" as const, agent }),
        type: choice(input, "type", MEMORY_TYPES),
        scope,
        scopeOwner: text(input, "owner"),
        files: texts(input, "file"),
        tags: texts(input, "tag"),
        triggers: texts(input, "trigger"),
        error: text(input, "error"),
        invalidWhen: texts(input, "invalidWhen"),
        ...validIn(input, context),
        branch: text(input, "branch"),
        isPinned: flag(input, "pin"),
        isDurable: flag(input, "durable"),
      });
      const { id, mergedInto, reason, redactions, contradicts } = admission;
      const stored = id === null ? null : await tacit.memories.get(id);
      const byTitle = stored?.isPinned === true ? await pinnedByTitleWords(tacit) : "";
      const until =
        stored === null
          ? ""
          : `${whenTrue(stored)}${overWords(stored, context.machine.nowMs())}${untilMerged(stored)}${await metWords(tacit, stored)}`;
      if (id === null) context.endWith(ERRORS.input_malformed.exit);
      context.out.result(admission, () => {
        const hidden =
          redactions.length > 0 ? `; ${plural(redactions.length, "secret")} removed` : "";
        if (id === null) return `not stored: ${reasonWords(reason)}${nextWords(reason)}${hidden}`;
        const what = mergedInto === null ? "remembered" : "already known, trust raised:";
        const against =
          contradicts === null ? "" : `; contradicts ${shortId(contradicts)}, see \`tacit review\``;
        return `${what} ${shortId(id)}${widerWords(stored, mergedInto, scope === "global")}${hidden}${against}${until}${leftWords(admission)}${outsideWords(admission)}${pinWords(admission)}${agentWords(agent, id)}${byTitle === "" ? "" : `; ${byTitle}`}`;
      });
    });
  },
};

function agentWords(agent: string | null, id: string): string {
  return agent === null
    ? ""
    : `; stored as a note of ${agent} (if a person states it, run \`tacit confirm ${shortId(id)}\` in a terminal)`;
}

/** Says how to state what was refused. */
function nextWords(reason: string | null): string {
  if (reason === "too_long") return "; state each point as a memory of its own";
  if (reason === "all_secret" || reason === "private")
    return "; state what applies without the secret, and where the secret is stored";
  if (reason === "code_derivable") return "; state the lesson from it";
  return "; write a full sentence and name its subject";
}

/** Describes a memory that became valid for every project, instead of a second memory. */
function widerWords(memory: Memory | null, mergedInto: string | null, isGlobal: boolean): string {
  return mergedInto !== null && isGlobal && memory?.scope === "global"
    ? ", now valid for every project"
    : "";
}

const EDITABLE = new Set(["error", "type", "title", "scope", "visibility"]);

/** Describes fields that were not replaced, because a memory has one value of each. */
function leftWords({ id, left }: Remembered): string {
  if (id === null || left.length === 0) return "";
  const options = left
    .filter((unchanged) => EDITABLE.has(unchanged))
    .map((unchanged) => `--${unchanged} …`);
  const next =
    options.length === 0
      ? ""
      : `; to replace it, run \`tacit edit ${shortId(id)} ${options.join(" ")}\``;
  return `; the stored ${left.join(" and the stored ")} did not change${next}`;
}

function outsideWords({ outside, absent }: Remembered): string {
  const named = outside.map((path) => JSON.stringify(path).slice(1, -1)).join(", ");
  const left =
    outside.length === 0
      ? ""
      : `; ignored paths with a line break or outside this project: ${named}`;
  return absent.length === 0 ? left : `${left}; files that do not exist now: ${absent.join(", ")}`;
}

/** The limit is on what is shown at the start of every session, so the memory itself is stored. */
function pinWords({ id, isPinRefused }: Remembered): string {
  if (id === null || !isPinRefused) return "";
  return `; not pinned, because the limit of pinned memories is reached (run \`tacit unpin ID\` for one of \`tacit list --pinned\`, then \`tacit pin ${shortId(id)}\`)`;
}

/** Describes the understood validity, so that a misunderstood time is noticed. */
function whenTrue(memory: Memory): string {
  const words = validityWords(memory);
  return words === "" ? "" : `; valid ${words}`;
}

/** Describes a validity that has ended, which is probably a mistake. */
function overWords({ id, validToMs }: Memory, nowMs: number): string {
  return validToMs === null || validToMs > nowMs
    ? ""
    : `; not shown, because its validity has ended (to change it, run \`tacit edit ${shortId(id)} --valid-until …\`)`;
}

/** Describes a condition that is already met, which is probably a mistake. */
async function metWords(tacit: Pick<Tacit, "memories">, memory: Memory): Promise<string> {
  if (memory.invalidWhen.length === 0) return "";
  const met = (await tacit.memories.freshnessOf(memory.id))?.metCondition ?? null;
  const next = `\`tacit edit ${shortId(memory.id)} --invalid-when …\``;
  return met === null
    ? ""
    : `; not shown, because the condition ${met} is already met (to change it, run ${next})`;
}

function untilMerged({ id, branch, isStaged }: Memory): string {
  if (!isStaged) return "";
  const place = branch ?? "this commit";
  return `; shown only on ${place} until it is merged (to show it on every branch, run \`tacit edit ${shortId(id)} --durable\`)`;
}

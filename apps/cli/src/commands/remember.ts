/** `tacit remember`: a person's word becomes a memory at once. */
import {
  MEMORY_TYPES,
  type Memory,
  type Remembered,
  SCOPES,
  shortId,
  type Tacit,
} from "@tacit-memory/memory";
import type { Command } from "../command.ts";
import { choice, flag, sentence, text, texts, validIn } from "../given.ts";
import { inputText } from "../input-lines.ts";
import { plural } from "../layout.ts";
import { reasonWords, validityWords } from "../memory-text.ts";
import { withTacit } from "../open.ts";

export const remember: Command = {
  name: "remember",
  summary: "keep something in the memory of this project",
  arguments: [
    { name: "text", text: "what to remember; - reads it from standard input", isVariadic: true },
  ],
  options: [
    { flags: "--type <type>", text: "guessed from the text when left out", choices: MEMORY_TYPES },
    { flags: "--file <path>", text: "a file or folder it is about", isRepeatable: true },
    { flags: "--tag <tag>", text: "a tag", isRepeatable: true },
    {
      flags: "--trigger <pattern>",
      text: "brings it up when a prompt, a command, an error or a path of a file matches",
      isRepeatable: true,
    },
    {
      flags: "--error <text>",
      text: "what a failed command said: brings it up when that error returns",
    },
    { flags: "--scope <scope>", text: "default: project", choices: SCOPES },
    {
      flags: "--owner <name>",
      text: "whose it is: of scope agent a host such as codex, of scope session its id, of scope task a branch (default: what is checked out)",
    },
    {
      flags: "--invalid-when <condition>",
      text: "it no longer holds when: path:GLOB gone, dependency:NAME >=2, after:2026-12-31",
      isRepeatable: true,
    },
    { flags: "--valid-from <when>", text: "true since then: 2026-10, last week, 3d" },
    {
      flags: "--valid-until <when>",
      text: "true until then, that day or month included: 2027-01, tomorrow, friday, in 2 weeks",
    },
    { flags: "--branch <name>", text: "default: the branch checked out" },
    {
      flags: "--durable",
      text: "it holds on every branch at once, not only where this one is merged",
    },
    { flags: "--pin", text: "show it at the start of every session, never let it fade" },
  ],
  examples: [
    'tacit remember "Migrations are frozen once released; add a new one instead" --type convention',
    'tacit remember "Pass zod schemas through toJson first" --invalid-when "dependency:zod >=4"',
    'tacit remember "Deploys are frozen while the shop has its sale" --valid-from 2026-12-20 --valid-until 2027-01-06',
    'tacit remember "The staging database is reset every night" --durable',
    'tacit remember "api.ts is generated from api.yaml" --file src/api.ts --file schema/api.yaml',
    'tacit remember "Install maven first: apt-get install -y maven" --error "mvn: command not found"',
    "tacit remember - --file src/parser.ts --tag parser < lesson.txt",
  ],
  run: async (given, world) => {
    const said = sentence(given);
    const content = said === "-" ? await inputText(world, "-") : said;
    const scope = choice(given, "scope", SCOPES);
    await withTacit(world, async (tacit) => {
      const admission = await tacit.remember({
        content,
        source: "user_taught",
        type: choice(given, "type", MEMORY_TYPES),
        scope,
        scopeOwner: text(given, "owner"),
        files: texts(given, "file"),
        tags: texts(given, "tag"),
        triggers: texts(given, "trigger"),
        error: text(given, "error"),
        invalidWhen: texts(given, "invalidWhen"),
        ...validIn(given, world),
        branch: text(given, "branch"),
        isPinned: flag(given, "pin"),
        isDurable: flag(given, "durable"),
      });
      const { id, mergedInto, reason, redactions, contradicts } = admission;
      const kept = id === null ? null : await tacit.get(id);
      const until =
        kept === null ? "" : `${whenTrue(kept)}${untilMerged(kept)}${await metWords(tacit, kept)}`;
      world.out.result(admission, () => {
        const hidden =
          redactions.length > 0 ? `; ${plural(redactions.length, "secret")} taken out` : "";
        if (id === null) return `not kept: ${reasonWords(reason)}${hidden}`;
        const what = mergedInto === null ? "remembered" : "known already, now better founded:";
        const against =
          contradicts === null ? "" : `; contradicts ${shortId(contradicts)}, see \`tacit review\``;
        return `${what} ${shortId(id)}${widerWords(kept, mergedInto, scope === "global")}${hidden}${against}${until}${leftWords(admission)}${outsideWords(admission)}`;
      });
    });
  },
};

/** One memory, of every project from now on: not a second one. */
function widerWords(kept: Memory | null, mergedInto: string | null, isGlobal: boolean): string {
  return mergedInto !== null && isGlobal && kept?.scope === "global" ? ", for every project" : "";
}

const EDITABLE = new Set(["error", "type", "title", "scope", "visibility"]);

/** A memory has one of each: what was said besides has not taken its place, and says so. */
function leftWords({ id, left }: Remembered): string {
  if (id === null || left.length === 0) return "";
  const options = left.filter((one) => EDITABLE.has(one)).map((one) => `--${one} …`);
  const next =
    options.length === 0 ? "" : `; to replace: \`tacit edit ${shortId(id)} ${options.join(" ")}\``;
  return `; it keeps the ${left.join(" and the ")} it had${next}`;
}

function outsideWords({ outside, absent }: Remembered): string {
  const left =
    outside.length === 0 ? "" : `; not tied to what is no file here: ${outside.join(", ")}`;
  return absent.length === 0 ? left : `${left}; not there now: ${absent.join(", ")}`;
}

/** A time may be understood as another than was meant: said, so that it is seen. */
function whenTrue(memory: Memory): string {
  const words = validityWords(memory);
  return words === "" ? "" : `; true ${words}`;
}

/** A condition that is met already is a slip of the pen, or there is nothing to remember. */
async function metWords(tacit: Pick<Tacit, "standing">, kept: Memory): Promise<string> {
  if (kept.invalidWhen.length === 0) return "";
  const met = (await tacit.standing(kept.id))?.metCondition ?? null;
  const next = `\`tacit edit ${shortId(kept.id)} --invalid-when …\``;
  return met === null ? "" : `; but ${met} is so already, so nobody is told (${next})`;
}

function untilMerged({ id, branch, isStaged }: Memory): string {
  if (!isStaged) return "";
  const place = branch ?? "this commit";
  return `; told on ${place} until that is merged (everywhere: \`tacit edit ${shortId(id)} --durable\`)`;
}

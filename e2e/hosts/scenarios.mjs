/**
 * Requirements for a real host: each scenario has a few sessions with scripted replies, and checks of what the host then sent
 * to the model.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { EVERYDAY_SCENARIOS } from "./everyday-scenarios.mjs";
import { SUMMARY_TEXT } from "./model-server.mjs";
import { isOurTool } from "./wire.mjs";

/**
 * @typedef {import("./model-server.mjs").ScriptedReply | {shell: string, isFull?: boolean} | {read: string} |
 *   {edit: {file: string, before: string, after: string}} | {isKill: true}} Reply  the host's own tools, whatever they are called; `isKill`:
 *   no answer, and the program is killed instead
 * @typedef {import("./model-server.mjs").Kept} Kept
 * @typedef {{prompt: string, replies?: Reply[], project?: string, isResumed?: boolean,
 *   isBeside?: boolean, before?: (project: string) => void}} Step  `isBeside`: played in the scenario's second program
 * @typedef {{name: string, ok: boolean}} Check
 * @typedef {{name: string, beside?: string, steps: Step[], checks: (sent: (step: number, reply: number) => string,
 *   tools: (step: number) => string[], asides: (step: number) => string[]) => Check[]}} Scenario  `asides`:
 *   requests that are not the agent's own, such as for a title
 */

const TAUGHT = "Deployments to staging need the flag --no-cdn because the CDN caches FACT-7781.";

/** @type {Scenario} */
const REMEMBERED = {
  name: "remembered",
  steps: [
    {
      prompt: "Please keep in mind how we deploy.",
      replies: [
        { tool: "remember", input: { content: TAUGHT, type: "gotcha", files: ["src/app.js"] } },
        { text: "Saved." },
      ],
    },
    {
      prompt: "Is there something special about staging deployments?",
      replies: [
        { tool: "recall", input: { query: "staging deployments flag" } },
        { text: "The flag." },
      ],
    },
    { prompt: "Is there something special about staging deployments?", project: "other" },
  ],
  checks: (sent, tools) => [
    { name: "the tools are offered", ok: offersTools(tools(0)) },
    { name: "saving is answered with an id", ok: /Stored as \[mem:[0-9a-f]{8}\]/.test(sent(0, 1)) },
    { name: "a fresh session is told before any tool call", ok: sent(1, 0).includes("FACT-7781") },
    { name: "what is told is quoted data in our tag", ok: /<tacit-memory>/.test(sent(1, 0)) },
    { name: "the recall tool finds it", ok: /best first.*FACT-7781/.test(sent(1, 1)) },
    {
      name: "another project is not told",
      ok: sent(2, 0) !== "" && !sent(2, 0).includes("FACT-7781"),
    },
  ],
};

const GOTCHA =
  "The payment webhook must verify the signature before parsing the body, because the parser changes the bytes that were signed: FACT-9042.";

/** So many memories that the start block cannot contain all of them in full. */
const OTHERS = [
  "Workers of the invoice queue must not be restarted while it drains, since jobs held in memory are lost then; wait for the line that says idle, which takes up to two minutes, and only then send the signal.",
  "Exports to the warehouse run at night only, because the reporting replica lags behind by hours in the daytime; whoever needs numbers sooner reads them from the primary with a limit of ten thousand rows.",
  "Search indexes are rebuilt from the change log and never from tables: a rebuild from tables forgets deletions, so removed customers came back in results until the log was replayed from its first segment.",
  "Images are resized by the edge and not by our code; a width that is not in the list of presets answers with status 415, and the list lives in terraform, so a new preset needs a plan and an approval.",
  "Backups are encrypted with the key of the region they are made in; restoring one elsewhere fails with a checksum error that says nothing of keys, and the fix is to copy the key before the archive.",
  "Feature flags are read once a process starts; changing one needs a rolling restart of the gateway, and flags whose name begins with tmp are deleted by a job on the first day of each month.",
];

/** @type {Scenario} A memory that is likely to help is pointed to, and read by its id. */
const POINTED = {
  name: "pointed",
  steps: [
    {
      prompt: "Please keep in mind what we found out about payments.",
      replies: [
        { tool: "remember", input: { content: GOTCHA, type: "gotcha" } },
        ...OTHERS.map((content) => ({ tool: "remember", input: { content, type: "gotcha" } })),
        { text: "Saved." },
      ],
    },
    {
      prompt: "why are the callbacks of our payment provider rejected",
      replies: [
        { tool: "get", input: { ids: ["{{memory The payment webhook}}"] } },
        { text: "Parse later." },
      ],
    },
    { prompt: "thank you, that is all for today" },
  ],
  checks: (sent) => [
    {
      name: "a fresh session has the title with the id, and not the text",
      ok:
        /\[mem:[0-9a-f]{8}\] The payment webhook must verify/.test(sent(1, 0)) &&
        !sent(1, 0).includes("FACT-9042"),
    },
    { name: "the get tool returns the text", ok: sent(1, 1).includes("FACT-9042") },
    {
      name: "small talk brings nothing but the start block",
      ok: sent(2, 0) !== "" && notesIn(sent(2, 0)).length <= 1,
    },
  ],
};

const BEFORE_SHIPPING =
  "The worker must be built before it is shipped, because shipping uploads the folder dist as it lies: FACT-5512.";

/** @type {Scenario} What waits for a command is shown before that command runs, and not for another one. */
const BEFORE_COMMAND = {
  name: "before-command",
  steps: [
    {
      prompt: "Please keep in mind what we found out about shipping.",
      replies: [
        {
          tool: "remember",
          input: { content: BEFORE_SHIPPING, type: "gotcha", triggers: ["ship-worker"] },
        },
        ...OTHERS.map((content) => ({ tool: "remember", input: { content, type: "gotcha" } })),
        { text: "Saved." },
      ],
    },
    {
      prompt: "please finish what is on the list for today",
      replies: [{ shell: "echo list" }, { shell: "ship-worker --now || true" }, { text: "Done." }],
    },
  ],
  checks: (sent) => [
    {
      name: "not before another command",
      ok: sent(1, 1) !== "" && !sent(1, 1).includes("FACT-5512"),
    },
    { name: "with the command it waits for", ok: sent(1, 2).includes("FACT-5512") },
  ],
};

/** @type {Scenario} A host that asks the model for a session's title, with the session's first prompt. */
const TITLED = {
  name: "titled",
  steps: REMEMBERED.steps.slice(0, 2),
  checks: (sent, _tools, asides) => [
    { name: "the agent is shown what is known", ok: sent(1, 0).includes("FACT-7781") },
    { name: "a title is asked for", ok: asides(1).length > 0 },
    {
      name: "and what is known is not in that request",
      ok: asides(1).every((text) => !/tacit-memory|FACT-7781/.test(text)),
    },
  ],
};

/** @type {Scenario} Without hooks: nothing is shown automatically, and the agent gets what it requests. */
const ASKED_FOR = {
  name: "asked-for",
  steps: REMEMBERED.steps.slice(0, 2),
  checks: (sent, tools) => [
    { name: "the tools are offered", ok: offersTools(tools(0)) },
    { name: "saving is answered with an id", ok: /Stored as \[mem:[0-9a-f]{8}\]/.test(sent(0, 1)) },
    {
      name: "a fresh session is told nothing unasked",
      ok: sent(1, 0) !== "" && !sent(1, 0).includes("FACT-7781"),
    },
    { name: "the recall tool finds it", ok: /best first.*FACT-7781/.test(sent(1, 1)) },
  ],
};

/** @type {Scenario} What a command of ours becomes in the model's eyes. */
const COMMANDED = {
  name: "commanded",
  steps: [
    REMEMBERED.steps[0],
    {
      prompt: "/tacit-recall staging deployments",
      replies: [
        { tool: "recall", input: { query: "staging deployments flag" } },
        { text: "The flag." },
      ],
    },
  ],
  checks: (sent) => [
    {
      name: "the command reaches the model as what it stands for, with what was typed behind it",
      ok: /with the tool `[a-z_]*recall` about: staging deployments/.test(sent(1, 0)),
    },
    { name: "and not as it was typed", ok: !sent(1, 0).includes("/tacit-recall") },
    { name: "the recall tool finds it", ok: /best first.*FACT-7781/.test(sent(1, 1)) },
  ],
};

/** @type {Scenario} A prompt of our MCP server as the command that the host makes of it. */
const PROMPTED = {
  name: "prompted",
  steps: [REMEMBERED.steps[0], { prompt: "/recall staging deployments" }],
  checks: (sent) => [
    {
      name: "the command reaches the model as our prompt, with what is known put in",
      ok: /Results from the memory.{0,400}best first.{0,400}FACT-7781/s.test(sent(1, 0)),
    },
    { name: "and not as it was typed", ok: !sent(1, 0).includes("/recall") },
  ],
};

function offersTools(names) {
  return ["recall", "remember"].every((tool) => names.some((name) => isOurTool(name, tool)));
}

/** @type {Scenario} The same with a host in which only the context after a tool call reaches the model. */
const REMEMBERED_AT_WORK = {
  name: "remembered-at-work",
  steps: [
    REMEMBERED.steps[0],
    {
      prompt: "Is there something special about staging deployments?",
      replies: [
        { shell: "echo looking" },
        { tool: "recall", input: { query: "staging deployments flag" } },
        { text: "The flag." },
      ],
    },
    {
      prompt: "Is there something special about staging deployments?",
      project: "other",
      replies: [{ shell: "echo looking" }, { text: "No." }],
    },
  ],
  checks: (sent, tools) => [
    { name: "the tools are offered", ok: offersTools(tools(0)) },
    { name: "saving is answered with an id", ok: /Stored as \[mem:[0-9a-f]{8}\]/.test(sent(0, 1)) },
    { name: "a fresh session is told with its first tool", ok: sent(1, 1).includes("FACT-7781") },
    { name: "once, as quoted data in our tag", ok: notesIn(sent(1, 1)).length === 1 },
    { name: "the recall tool finds it", ok: /best first.*FACT-7781/.test(sent(1, 2)) },
    {
      name: "another project is not told",
      ok: /looking/.test(sent(2, 1)) && !sent(2, 1).includes("FACT-7781"),
    },
  ],
};

/** Returns the injected memory blocks. */
function notesIn(text) {
  return text.match(/<tacit-memory>.*?<\/tacit-memory>/g) ?? [];
}

const CHECK = `import { readFileSync } from "node:fs";
const settings = JSON.parse(readFileSync("app.config.json", "utf8"));
if (settings.region === undefined) throw new Error("config key region is not set, expected eu or us");
console.log("configuration is fine");
`;
const BROKEN = '{\n  "name": "probe"\n}\n';
const CONFIG = "{{project}}/app.config.json";
const MENDING = {
  file: CONFIG,
  before: '  "name": "probe"',
  after: '  "name": "probe",\n  "region": "eu"',
};
const RUN_CHECK = { shell: "node tools-check.mjs" };

function breakIt(project) {
  writeFileSync(join(project, "tools-check.mjs"), CHECK);
  writeFileSync(join(project, "app.config.json"), BROKEN);
}

/** @type {Scenario} */
const MENDED_ERROR = {
  name: "mended-error",
  steps: [
    {
      prompt: "Run the configuration check and make it pass.",
      before: breakIt,
      replies: [
        RUN_CHECK,
        { read: CONFIG },
        { edit: MENDING },
        RUN_CHECK,
        { text: "It passes now." },
      ],
    },
    {
      prompt: "Please run the check once more.",
      before: breakIt,
      replies: [RUN_CHECK, { text: "The region is missing." }],
    },
  ],
  checks: (sent) => [
    { name: "the error is met", ok: sent(0, 1).includes("region is not set") },
    { name: "the check passes in the end", ok: sent(0, 4).includes("configuration is fine") },
    {
      name: "the fix is not told before the error comes back",
      ok: sent(1, 0) !== "" && !/\] error pattern, /.test(sent(1, 0)),
    },
    {
      name: "when the error comes back, its fix is told with it",
      ok: notesIn(sent(1, 1)).some((note) => /region is not set.*app\.config\.json/.test(note)),
    },
  ],
};

const tellsWhere = (text) => /before the compaction[^<]*probe-two/.test(text);
/** @type {Scenario} */
const COMPACTED = {
  name: "compacted",
  steps: [
    {
      prompt: "Please keep in mind how we deploy.",
      replies: [{ tool: "remember", input: { content: TAUGHT, type: "gotcha" } }, { text: "Ok." }],
    },
    { prompt: "Rename the application to probe-two in all files.", replies: [{ text: "Done." }] },
    { prompt: "/compact", isResumed: true },
    { prompt: "Now go on with the tests.", isResumed: true, replies: [{ text: "Going on." }] },
  ],
  checks: (sent) => [
    { name: "the conversation was compacted", ok: sent(3, 0).includes(SUMMARY_TEXT) },
    { name: "what is known is told again after it", ok: sent(3, 0).includes("FACT-7781") },
    { name: "and where the work stood", ok: tellsWhere(sent(3, 0)) },
    { name: "once", ok: sent(3, 0).split("</tacit-memory>").length === 2 },
  ],
};

/** @type {Scenario} A host that makes room by itself, in the middle of a turn. */
const COMPACTED_MIDWAY = {
  name: "compacted-midway",
  steps: [
    {
      prompt: "Please keep in mind how we deploy.",
      replies: [{ tool: "remember", input: { content: TAUGHT, type: "gotcha" } }, { text: "Ok." }],
    },
    {
      prompt: "Rename the application to probe-two in all files.",
      replies: [{ shell: "echo renamed", isFull: true }, { text: "Done." }],
    },
  ],
  checks: (sent) => [
    { name: "the conversation was compacted", ok: sent(1, 1).includes(SUMMARY_TEXT) },
    { name: "what is known is told again after it", ok: sent(1, 1).includes("FACT-7781") },
    { name: "and where the work stood", ok: tellsWhere(sent(1, 1)) },
    { name: "once", ok: sent(1, 1).split("</tacit-memory>").length === 2 },
  ],
};

/** @type {Scenario} A host that makes room while its agent works on: what follows the next tools is after it. */
const COMPACTED_BESIDE = {
  name: "compacted-beside",
  steps: [
    COMPACTED_MIDWAY.steps[0],
    {
      prompt: "Rename the application to probe-two in all files.",
      replies: [
        { shell: "echo renamed", isFull: true },
        { shell: "sleep 1; echo checked" },
        { shell: "echo checked again" },
        { text: "Done." },
      ],
    },
  ],
  checks: (sent) => [
    { name: "the conversation was compacted", ok: sent(1, 3).includes(SUMMARY_TEXT) },
    { name: "what is known is told again after it", ok: sent(1, 3).includes("FACT-7781") },
    { name: "and where the work stood", ok: tellsWhere(sent(1, 3)) },
    { name: "once", ok: sent(1, 3).split("</tacit-memory>").length === 2 },
  ],
};

const ASKED = "Is there something special about staging deployments?";

/** @type {Scenario} */
const RESUMED = {
  name: "resumed",
  steps: [
    {
      prompt: "Please keep in mind how we deploy.",
      replies: [{ tool: "remember", input: { content: TAUGHT, type: "gotcha" } }, { text: "Ok." }],
    },
    { prompt: ASKED, replies: [{ text: "There is a flag." }] },
    { prompt: "And on staging, why?", isResumed: true, replies: [{ text: "The CDN." }] },
  ],
  checks: (sent) => [
    { name: "a fresh session is told", ok: sent(1, 0).includes("FACT-7781") },
    { name: "resumed, it has what the user said before", ok: sent(2, 0).includes(ASKED) },
    { name: "and what it was told, once", ok: sent(2, 0).split("FACT-7781").length === 2 },
  ],
};

export const SCENARIOS = [
  BEFORE_COMMAND,
  REMEMBERED,
  POINTED,
  TITLED,
  REMEMBERED_AT_WORK,
  ASKED_FOR,
  COMMANDED,
  PROMPTED,
  MENDED_ERROR,
  COMPACTED,
  COMPACTED_MIDWAY,
  COMPACTED_BESIDE,
  RESUMED,
  ...EVERYDAY_SCENARIOS,
];

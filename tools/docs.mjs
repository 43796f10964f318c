/**
 * Generates regions of the documents: text between `<!-- generated:NAME -->` and `<!-- /generated:NAME -->`, made from the
 * tables in the code so that it stays current.
 *
 * node tools/docs.mjs names stale regions, and fails if there are any node tools/docs.mjs --write updates them
 *
 * Needs a Node that strips types (22.18 or newer), because it imports the tables directly.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { apiSections } from "./api.mjs";
import { tunables } from "./tunables.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const load = (path) => import(pathToFileURL(join(root, path)).href);

const REGIONS = [
  { name: "errors", file: "docs/errors.md", make: errorSections },
  { name: "tuning", file: "docs/tuning.md", make: tuningTable },
  { name: "environment", file: "docs/cli.md", make: environmentTable },
  { name: "commands", file: "docs/cli.md", make: commandSections },
  { name: "api", file: "docs/api.md", make: async () => apiSections() },
  { name: "type-mapping", file: "docs/import.md", make: mappingTable },
];

const RETRY = { never: "does not help", backoff: "after a pause" };

async function errorSections() {
  const { ERRORS } = await load("packages/memory/src/domain/errors.ts");
  return Object.entries(ERRORS)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([code, { exit, http, retry, text, next }]) =>
        `## \`${code}\`\n\n${sentence(text)}\n\n- exit status ${exit}, HTTP ${http}; trying again ` +
        `${RETRY[retry]}\n- what to do: ${next}`,
    )
    .join("\n\n");
}

async function environmentTable() {
  const { OPTIONS } = await load("packages/memory/src/domain/options.ts");
  const code = (text) => (text === null || text === undefined ? "" : `\`${text}\``);
  const places = { nowhere: "", home: "all projects", project: "all projects, or one" };
  const rows = Object.entries(OPTIONS).map(
    ([name, { env, inFile, text, default: value }]) =>
      `| \`${name}\` | ${code(env)} | ${places[inFile]} | ${cell(text)} | ${cell(value)} |`,
  );
  return `| option | variable | in \`config.json\` for | | default |\n|---|---|---|---|---|\n${rows.join("\n")}`;
}

/** Returns the type mapping as a table, one row per program and type of ours. */
async function mappingTable() {
  const { TYPE_MAPPING } = await load("packages/memory/src/exchange/stores/type-mapping.ts");
  const rows = Object.entries(TYPE_MAPPING)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([program, mapping]) =>
      [...Map.groupBy(Object.entries(mapping), ([, type]) => type)].map(
        ([type, kinds]) =>
          `| \`${program}\` | ${kinds.map(([kind]) => `\`${kind}\``).join(", ")} | \`${type}\` |`,
      ),
    );
  return `| program | kind in that program | type in Tacit |\n|---|---|---|\n${rows.join("\n")}`;
}

/** Runs in a separate process: the commands import packages, which resolve to their sources only there. */
const LIST_COMMANDS = `
  import { loadListed } from "./apps/cli/src/command-table.ts";
  import { wrapDetails } from "./apps/cli/src/output/layout.ts";
  const listed = await loadListed(() => true);
  console.log(JSON.stringify(listed.map(({ group, command: { details, ...command } }) => ({
    group,
    ...command,
    ...(details === undefined ? {} : { details: wrapDetails(details) }),
  }))));
`;

async function commandSections() {
  const args = [
    "--conditions=source",
    "--no-warnings",
    "--input-type=module",
    "--eval",
    LIST_COMMANDS,
  ];
  const ran = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  if (ran.status !== 0) throw new Error(`the commands could not be listed: ${ran.stderr}`);
  return JSON.parse(ran.stdout).map(commandSection).join("\n\n");
}

function commandSection({ name, summary, arguments: taken, options = [], details, examples }) {
  const words = taken.map(({ name: word, isOptional, isVariadic }) => {
    const shown = `${word.toUpperCase()}${isVariadic ? "..." : ""}`;
    return isOptional ? `[${shown}]` : shown;
  });
  const rows = [
    ...taken.map(({ name: word, text }) => [word.toUpperCase(), text]),
    ...options.map(({ flags, text, choices, isRepeatable }) => [
      flags,
      `${text}${choices ? `: ${choices.join(", ")}` : ""}${isRepeatable ? " (may be repeated)" : ""}`,
    ]),
  ].map(([left, right]) => `| \`${left}\` | ${cell(right).replaceAll("<", "&lt;")} |`);
  return [
    `### \`tacit ${[name, ...words].join(" ")}\``,
    sentence(summary),
    ...(rows.length === 0 ? [] : [`| | |\n|---|---|\n${rows.join("\n")}`]),
    ...(details === undefined ? [] : [`\`\`\`text\n${details}\n\`\`\``]),
    `\`\`\`sh\n${examples.join("\n")}\n\`\`\``,
  ].join("\n\n");
}

async function tuningTable() {
  const { rows } = await tunables();
  const lines = rows.map(
    ({ name, value, unit, range, source }) =>
      `| \`${name}\` | ${value} | ${cell(unit)} | ${range.join(" to ")} | ${cell(source)} |`,
  );
  return `${rows.length} numbers.\n\n| number | value | unit | range | source |\n|---|---|---|---|---|\n${lines.join("\n")}`;
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;
const cell = (text) => String(text).replaceAll("|", "\\|").replaceAll("\n", " ");

/** Returns the document with its region replaced. Throws if the marks are missing. */
function renewed(text, name, content) {
  const [start, end] = [`<!-- generated:${name} -->`, `<!-- /generated:${name} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the marks of region "${name}" are missing`);
  return `${text.slice(0, from + start.length)}\n\n${content}\n\n${text.slice(to)}`;
}

/** Formats the text as `biome check` requires: it pads the columns of tables. */
function formatted(text, file) {
  const biome = join(root, "node_modules", "@biomejs", "biome", "bin", "biome");
  const ran = spawnSync(process.execPath, [biome, "format", `--stdin-file-path=${file}`], {
    cwd: root,
    input: text,
    encoding: "utf8",
  });
  if (ran.status !== 0) throw new Error(`biome could not format ${file}: ${ran.stderr}`);
  return ran.stdout;
}

const isWriting = process.argv.includes("--write");
const stale = [];
for (const { name, file, make } of REGIONS) {
  const path = join(root, file);
  const text = readFileSync(path, "utf8");
  const fresh = formatted(renewed(text, name, await make()), file);
  if (fresh === text) continue;
  stale.push(file);
  if (isWriting) writeFileSync(path, fresh);
}
if (stale.length > 0 && !isWriting) {
  console.error(`stale: ${stale.join(", ")}; run \`npm run fix\``);
  process.exitCode = 1;
}

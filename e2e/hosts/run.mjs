/**
 * `npm run e2e:hosts`: tests Tacit in the real agent programs and prints one JSON verdict. Exits with 0 when every check
 * passes, with 1 when a check fails. A program that cannot be installed is skipped and reported. Usage: `node
 * e2e/hosts/run.mjs [--host NAME]... [--scenario NAME]... [--form connect|plugin|http] [--setup COMMAND] [--teardown COMMAND]
 * [--no-install] [--keep]` Without --form, every host runs with Tacit connected. Hosts that read plugins run again with our
 * plugin. Hosts that accept a server on the command line run once with a `tacit serve` over HTTP.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CLIENTS } from "./clients.mjs";
import { rerunIsolated } from "./isolation.mjs";
import { playScenario } from "./play-scenario.mjs";
import { PLUGIN_FORMS, PLUGIN_SCENARIOS } from "./plugin-forms.mjs";
import { SCENARIOS } from "./scenarios.mjs";
import { SERVED_FORMS, SERVED_SCENARIOS } from "./served-form.mjs";

const CLI = join(import.meta.dirname, "..", "..", "apps", "cli", "dist", "tacit.mjs");
/** Nothing is registered, so nothing has to be removed. */
const UNTOUCHED = { setup: "true", teardown: "true", isPlugin: false, scenarios: SERVED_SCENARIOS };
const say = (text) => process.stderr.write(`${text}\n`);

const { values } = parseArgs({
  options: {
    host: { type: "string", multiple: true },
    scenario: { type: "string", multiple: true },
    form: { type: "string" },
    setup: { type: "string", default: `node '${CLI}' connect --yes` },
    teardown: { type: "string", default: `node '${CLI}' disconnect` },
    keep: { type: "boolean", default: false },
    "no-install": { type: "boolean", default: false },
  },
});

const unknown = (values.host ?? []).filter((name) => !CLIENTS.some((one) => one.name === name));
if (unknown.length > 0) {
  say(`no such host: ${unknown.join(", ")}; one of ${CLIENTS.map(({ name }) => name).join(", ")}`);
  process.exit(64);
}
const wanted = CLIENTS.filter(
  ({ name }) => values.host === undefined || values.host.includes(name),
);
const skipped = wanted.flatMap((client) => {
  const reason = whyNot(client);
  return reason === null ? [] : [{ client: client.name, reason }];
});
const present = wanted.filter(({ name }) => !skipped.some(({ client }) => client === name));
for (const { client, reason } of skipped)
  say(`SKIPPED, nothing was proven of ${client}: ${reason}`);
if (present.length === 0) {
  process.stdout.write(`${JSON.stringify({ ok: null, skipped })}\n`);
} else {
  process.exitCode = rerunIsolated() ?? (await play());
}

function whyNot({ title, size, program }) {
  if (program.isInstalled()) return null;
  if (values["no-install"]) return `${title} ${program.version} is not installed in .cache/hosts`;
  say(`installing ${title} into .cache/hosts (${size}, once) …`);
  return program.install();
}

async function play() {
  const verdicts = [];
  for (const client of present) {
    for (const { scenarios, ...form } of formsOf(client)) {
      for (const scenario of SCENARIOS.filter((one) => isWanted(scenarios, one))) {
        if (!isComplete(scenario)) {
          say(`SKIPPED, ${scenario.name} of ${client.name}: ${scenario.beside} is not installed`);
          continue;
        }
        const verdict = await playScenario(client, scenario, { ...form, isKept: values.keep });
        report(verdict);
        verdicts.push(verdict);
      }
    }
  }
  const ok = verdicts.length > 0 && verdicts.every((verdict) => verdict.ok);
  process.stdout.write(`${JSON.stringify({ ok, skipped, verdicts }, null, 2)}\n`);
  return ok ? 0 : 1;
}

function isComplete({ beside }) {
  return (
    beside === undefined || CLIENTS.some((one) => one.name === beside && one.program.isInstalled())
  );
}

/** Returns the forms in which Tacit is installed in the host, each with its scenarios. */
function formsOf(client) {
  const { setup, teardown } = values;
  const connected = { setup, teardown, isPlugin: false, scenarios: client.scenarios };
  const plugin = PLUGIN_FORMS[client.name];
  const served = SERVED_FORMS[client.name];
  const forms = [
    { name: "connect", form: connected },
    ...(plugin === undefined ? [] : [{ name: "plugin", form: asCommands(client, plugin) }]),
    ...(served === undefined ? [] : [{ name: "http", form: { ...UNTOUCHED, served } }]),
  ];
  return forms
    .filter(({ name }) => values.form === undefined || values.form === name)
    .map(({ form }) => form);
}

function asCommands({ program }, { install, remove, list }) {
  const line = (args) => [program.path, ...args].map((word) => `'${word}'`).join(" ");
  return {
    setup: install.map(line).join(" && "),
    teardown: [...remove.map(line), `! ${line(list)} | grep -q tacit`].join(" && "),
    isPlugin: true,
    scenarios: PLUGIN_SCENARIOS,
  };
}

function report(verdict) {
  const { client, scenario, form, requestBytes, checks, problems } = verdict;
  const cost = `${timesOf(verdict)}; ${requestBytes} bytes sent`;
  say(`${verdict.ok ? "ok  " : "FAIL"} ${client}: ${scenario} by ${form} (${cost})`);
  for (const { name, ok } of checks) say(`     ${ok ? "ok  " : "FAIL"} ${name}`);
  for (const problem of problems) say(`     problem: ${problem}`);
}

function isWanted(scenarios, { name }) {
  if (!scenarios.includes(name)) return false;
  return values.scenario === undefined || values.scenario.includes(name);
}

function timesOf({ steps }) {
  return steps.map(({ ms }) => `${(ms / 1000).toFixed(1)} s`).join(", ");
}

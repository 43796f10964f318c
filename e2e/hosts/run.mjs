/**
 * `npm run e2e:hosts`: does Tacit work in the real Claude Code? Prints one JSON verdict; 0 when every check
 * holds, 1 when one does not. Where the client cannot be installed nothing is proven, and that is said.
 *
 *     node e2e/hosts/run.mjs [--scenario NAME]... [--setup COMMAND] [--teardown COMMAND] [--no-install] [--keep]
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { install, isInstalled } from "./claude-code.mjs";
import { rerunIsolated } from "./isolation.mjs";
import { playScenario } from "./play-scenario.mjs";
import { SCENARIOS } from "./scenarios.mjs";

const CLI = join(import.meta.dirname, "..", "..", "apps", "cli", "dist", "tacit.mjs");
const say = (text) => process.stderr.write(`${text}\n`);

const { values } = parseArgs({
  options: {
    scenario: { type: "string", multiple: true },
    setup: { type: "string", default: `node '${CLI}' init --yes` },
    teardown: { type: "string", default: `node '${CLI}' disconnect` },
    keep: { type: "boolean", default: false },
    "no-install": { type: "boolean", default: false },
  },
});

const reason = whyNot();
if (reason !== null) {
  say(`SKIPPED, nothing was proven: ${reason}`);
  process.stdout.write(`${JSON.stringify({ ok: null, skipped: reason })}\n`);
} else {
  process.exitCode = rerunIsolated() ?? (await play());
}

function whyNot() {
  if (isInstalled()) return null;
  if (values["no-install"]) return "Claude Code is not installed in .cache/hosts";
  say("installing Claude Code into .cache/hosts (about 360 MB, once) …");
  return install();
}

async function play() {
  const wanted = SCENARIOS.filter(
    ({ name }) => values.scenario === undefined || values.scenario.includes(name),
  );
  const verdicts = [];
  for (const scenario of wanted) {
    const verdict = await playScenario(scenario, { ...values, isKept: values.keep });
    say(`${verdict.ok ? "ok  " : "FAIL"} ${scenario.name} (${timesOf(verdict)})`);
    for (const { name, ok } of verdict.checks) say(`     ${ok ? "ok  " : "FAIL"} ${name}`);
    for (const problem of verdict.problems) say(`     problem: ${problem}`);
    verdicts.push(verdict);
  }
  const ok = verdicts.length > 0 && verdicts.every((verdict) => verdict.ok);
  process.stdout.write(`${JSON.stringify({ ok, client: "claude-code", verdicts }, null, 2)}\n`);
  return ok ? 0 : 1;
}

function timesOf({ steps }) {
  return steps.map(({ ms }) => `${(ms / 1000).toFixed(1)} s`).join(", ");
}

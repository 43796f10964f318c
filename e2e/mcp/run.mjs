/**
 * `npm run e2e:mcp`: tests whether the official programs can use Tacit's MCP server over stdio and over HTTP, in both eras of
 * the protocol, and prints one JSON verdict. Exits with 0 when every must-check passes, with 1 when a must-check fails. A
 * program that cannot be installed is skipped and reported; the raw probes need no program. Usage: `node e2e/mcp/run.mjs
 * [--no-install] [--all]`
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isolation, rerunIsolated } from "../hosts/isolation.mjs";
import { checkList, tableOf } from "./check-list.mjs";
import { conformanceChecks } from "./conformance-checks.mjs";
import { httpProbes } from "./http-probes.mjs";
import { inspectorChecks } from "./inspector-checks.mjs";
import { INSPECTOR, PROGRAMS } from "./programs.mjs";
import { CLI, startServe } from "./served.mjs";
import { stdioProbes } from "./stdio-probes.mjs";
import { forwardWithToken } from "./token-forwarder.mjs";

const say = (text) => process.stderr.write(`${text}\n`);
const { values } = parseArgs({
  options: {
    "no-install": { type: "boolean", default: false },
    all: { type: "boolean", default: false },
  },
});

const skipped = PROGRAMS.flatMap((one) => {
  const reason = whyNot(one);
  return reason === null ? [] : [{ program: one, reason }];
});
const isThere = (one) => !skipped.some(({ program }) => program === one);
process.exitCode = rerunIsolated() ?? (await run());

function whyNot({ title, size, program }) {
  if (program.isInstalled()) return null;
  // The isolated run cannot reach a registry; missing programs were tried before it.
  if (values["no-install"] || isolation() !== "none") {
    return `${program.version} is not installed in .cache/hosts`;
  }
  say(`installing ${title} into .cache/hosts (${size}, once) …`);
  const reason = program.install();
  if (reason !== null) say(reason);
  return reason;
}

async function run() {
  const beganAt = performance.now();
  const folder = mkdtempSync(join(tmpdir(), "tacit-mcp-suite-"));
  const list = checkList();
  try {
    await look(folder, list.add);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
  const { checks } = list;
  const failed = checks.filter(({ ok, level }) => !ok && level === "must");
  const verdict = {
    ok: failed.length === 0,
    isolation: isolation(),
    seconds: Math.round((performance.now() - beganAt) / 100) / 10,
    must: checks.filter(({ level }) => level === "must").length,
    skipped: skipped.map(({ program, reason }) => ({ program: program.title, reason })),
    areas: tableOf(checks),
    failed,
  };
  report(verdict);
  process.stdout.write(
    `${JSON.stringify(values.all ? { ...verdict, checks } : verdict, null, 2)}\n`,
  );
  return verdict.ok ? 0 : 1;
}

async function look(folder, add) {
  const places = Object.fromEntries(
    ["stdio", "http", "probes"].map((name) => [name, placeIn(folder, name)]),
  );
  const { env } = places["stdio"];
  const how = { folder, add };
  await stdioProbes({ env: places["probes"].env, folder: places["probes"].project, add });
  if (isThere(INSPECTOR)) {
    const target = [process.execPath, CLI, "mcp"];
    await inspectorChecks({
      ...how,
      area: "inspector, stdio",
      target,
      env,
      folder: places["stdio"].project,
    });
  }
  const served = await startServe(places["http"]);
  const door = await forwardWithToken(served);
  try {
    await httpProbes({ served, add });
    if (isThere(INSPECTOR)) {
      const target = [
        served.mcpUrl,
        "--transport",
        "http",
        "--header",
        `Authorization: Bearer ${served.token}`,
      ];
      await inspectorChecks({ ...how, area: "inspector, HTTP", target, env: places["http"].env });
    }
    await conformanceChecks({ ...how, url: door.url, env, isThere });
  } finally {
    door.close();
    const { code, afterMs } = await served.end("SIGTERM");
    add(
      "raw probes, HTTP",
      "ends within 3 s on SIGTERM, with 0",
      code === 0 && afterMs < 3000,
      `${code} after ${Math.round(afterMs)} ms`,
    );
  }
}

function placeIn(folder, name) {
  const [home, project] = [join(folder, name, "home"), join(folder, name, "project")];
  mkdirSync(project, { recursive: true });
  const env = {
    PATH: process.env["PATH"],
    HOME: join(folder, name),
    TACIT_HOME: home,
    NO_COLOR: "1",
  };
  return { home, project, env };
}

function report({ ok, seconds, must, areas, failed }) {
  for (const { program, reason } of skipped)
    say(`SKIPPED, nothing was proven with the ${program.title}: ${reason}`);
  for (const { area, must: all, mustFailed, info, fixture } of areas) {
    const rest = `${info} for information, ${fixture} that need a fixture`;
    say(
      `${mustFailed === 0 ? "ok  " : "FAIL"} ${area}: ${all - mustFailed} of ${all} must-checks (${rest})`,
    );
  }
  for (const { area, name, detail } of failed) say(`     FAIL ${area}: ${name}: ${detail}`);
  say(`${ok ? "ok" : "FAIL"}: ${must - failed.length} of ${must} must-checks in ${seconds} s`);
}

/**
 * Runs the official conformance suite against `tacit serve`. Most of its scenarios need tools that only a server made for the
 * suite has. The scenarios that every server must pass are listed here; a listed scenario that was not run also fails.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CONFORMANCE, CONFORMANCE_NEXT } from "./programs.mjs";
import { runProgram } from "./run-program.mjs";

const OF_INITIALISING = [
  "server-initialize",
  "ping",
  "tools-list",
  "resources-list",
  "prompts-list",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
];

const RUNS = [
  {
    area: "conformance 0.1.16, to 2025-11-25",
    conformance: CONFORMANCE,
    args: [],
    scenarios: OF_INITIALISING,
  },
  {
    area: "conformance 0.2 alpha, 2025-11-25",
    conformance: CONFORMANCE_NEXT,
    args: ["--spec-version", "2025-11-25"],
    scenarios: [...OF_INITIALISING, "server-session-lifecycle"],
  },
  {
    area: "conformance 0.2 alpha, 2026-07-28",
    conformance: CONFORMANCE_NEXT,
    args: ["--requirements", "2026-07-28"],
    scenarios: [
      "server-stateless",
      "tools-list",
      "resources-list",
      "prompts-list",
      "server-sse-multiple-streams",
      "dns-rebinding-protection",
      "caching",
      "http-header-validation",
      "sep-2164-resource-not-found",
    ],
  },
];

/** Error message of a check that belongs to a scenario for any server but needs a tool of the suite's own server. */
const NEEDS_A_FIXTURE = /^Not testable/;
/** Required in every scenario: each message must match the protocol's schema. */
const ALWAYS_MUST = "wire-schema-valid";

/** @param {{url: string, env: NodeJS.ProcessEnv, folder: string, add: Function, isThere: (one: object) => boolean}} how */
export async function conformanceChecks({ url, env, folder, add, isThere }) {
  for (const { area, conformance, args, scenarios } of RUNS.filter((one) =>
    isThere(one.conformance),
  )) {
    const out = join(folder, area.replace(/\W+/g, "-"));
    mkdirSync(out);
    const all = ["server", "--url", url, "-o", out, ...args];
    const ran = await runProgram(conformance.program.path, all, { env, cwd: folder });
    const found = scenariosIn(out);
    for (const scenario of scenarios.filter((name) => !found.some((one) => one.name === name))) {
      add(area, `${scenario} was run`, false, `exit ${ran.code}: ${ran.err.slice(-200)}`);
    }
    for (const { name, checks } of found) {
      for (const check of checks) judge(area, scenarios.includes(name), name, check, add);
    }
  }
}

function judge(area, isForAll, scenario, { id, status, description, errorMessage = "" }, add) {
  if (status === "INFO" || status === "SKIPPED") return;
  const isMust = (isForAll || id === ALWAYS_MUST) && !NEEDS_A_FIXTURE.test(errorMessage);
  const ok = status === "SUCCESS" || status === "WARNING";
  const level = status === "WARNING" ? "info" : isMust ? "must" : "fixture";
  add(area, `${scenario}: ${id}`, ok, ok ? description : errorMessage, level);
}

/** Reads the scenarios with their checks: one folder per scenario, `server-NAME-WHEN`. */
function scenariosIn(out) {
  return readdirSync(out).flatMap((folder) => {
    const name = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(folder)?.[1];
    const path = join(out, folder, "checks.json");
    if (name === undefined || !existsSync(path)) return [];
    return [{ name, checks: JSON.parse(readFileSync(path, "utf8")) }];
  });
}

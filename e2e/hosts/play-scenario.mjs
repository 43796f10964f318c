/**
 * Plays a scenario from start to end in separate folders: installs Tacit as a user does, runs the host and judges the result.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startServe } from "../mcp/served.mjs";
import { CLIENTS } from "./clients.mjs";
import { isolation } from "./isolation.mjs";
import { startModel } from "./model-server.mjs";
import { NODE_FOLDER } from "./npm-program.mjs";

const STEP_LIMIT_MS = 90_000;
const NOTHING_MORE = { args: [], env: {} };

/**
 * `setup` and `teardown` are shell commands, run in the project with the home of the run; `isPlugin`: they are the
 * host's own, which settles in its settings as it likes; `served`: how the host is told of a `tacit serve` that runs
 * meanwhile. Never throws on a bad run. What was sent and logged
 * stays where the run went wrong, or where `isKept` says so.
 * @param {import("./clients.mjs").Client} client
 */
export async function playScenario(client, scenario, form) {
  const { setup, teardown, isPlugin, isKept, served = null } = form;
  const out = mkdtempSync(join(tmpdir(), `tacit-e2e-${client.name}-${scenario.name}-`));
  const home = join(out, "home");
  const clients = [client, ...CLIENTS.filter(({ name }) => name === scenario.beside)];
  const configs = clients.map((one) => one.config(home));
  for (const { path, text } of configs) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const env = Object.assign(cleanEnv(home), ...clients.map((one) => one.place(home)));
  const project = await makeProject(out, "project", env);
  const models = await Promise.all(clients.map(({ wire }) => startModel(wire)));
  const model = models[0];
  const problems = [];
  const hostEnv = isPlugin ? { ...env, ...client.env(model.url, home) } : env;
  const installed = await run("/bin/sh", ["-c", setup], project, hostEnv);
  writeFileSync(join(out, "setup.log"), installed.output);
  if (installed.exit !== 0) problems.push(`setup exited ${installed.exit}: ${tail(installed)}`);

  const players = clients.map((one, index) => ({ client: one, model: models[index] }));
  const at = { out, home, env, project, players, problems };
  const steps =
    served === null ? await playSteps(scenario, at) : await playServed(scenario, at, served);
  for (const one of models) one.close();
  const taken = await run("/bin/sh", ["-c", teardown], project, hostEnv);
  if (taken.exit !== 0) problems.push(`teardown exited ${taken.exit}: ${tail(taken)}`);
  const requests = models.flatMap((one) => one.requests);
  writeFileSync(join(out, "requests.json"), JSON.stringify(requests));
  problems.push(...models.flatMap((one) => one.problems));
  const checks = [
    ...judge(scenario, requests),
    ...(isPlugin
      ? []
      : clients.flatMap((one, index) => checksOfSettings(one, home, configs[index]))),
    ...(nameOf(form) === "connect" && client.hasSkills === true ? [skillCheck(model)] : []),
  ];
  const isGood = problems.length === 0 && checks.every(({ ok }) => ok);
  if (isGood && !isKept) rmSync(out, { recursive: true, force: true, maxRetries: 3 });
  return {
    client: client.name,
    scenario: scenario.name,
    form: nameOf(form),
    ok: isGood,
    isolation: isolation(),
    setupMs: installed.ms,
    requestBytes: requests.reduce((sum, { body }) => sum + JSON.stringify(body).length, 0),
    steps,
    checks,
    problems,
    out: existsSync(out) ? out : null,
  };
}

function nameOf({ isPlugin, served }) {
  if (served !== undefined) return "http";
  return isPlugin ? "plugin" : "connect";
}

async function playServed(scenario, at, served) {
  const service = await startServe({ home: at.home, project: at.project });
  const steps = await playSteps(scenario, at, served(service));
  const { code, signal } = await service.end("SIGTERM");
  if (code !== 0) at.problems.push(`tacit serve ended with ${code ?? signal}`);
  return steps;
}

/** Runs each step as a separate program, in the project or in another project, and stores its output. */
async function playSteps(scenario, at, launch = NOTHING_MORE) {
  const { out, home, env, project, players, problems } = at;
  const steps = [];
  let session = null;
  for (const [index, step] of scenario.steps.entries()) {
    const folder = step.project === undefined ? project : await makeProject(out, step.project, env);
    step.before?.(folder);
    const { client, model } = players[step.isBeside === true ? 1 : 0];
    const kill = new AbortController();
    const replies = (step.replies ?? []).map((reply) => client.act(inProject(reply, folder)));
    model.say(replies, index, () => kill.abort());
    const own = client.args(step.prompt, step.isResumed === true ? session : null, model.url);
    const args = [...own, ...launch.args];
    const full = { ...env, ...client.env(model.url, home), ...launch.env };
    const ran = await run(client.program.path, args, folder, full, kill.signal);
    writeFileSync(join(out, `step-${index}.log`), ran.output);
    session = client.sessionIn(ran.output) ?? session;
    if (ran.exit !== 0 && !kill.signal.aborted)
      problems.push(`step ${index} exited ${ran.exit}: ${tail(ran)}`);
    steps.push({ prompt: step.prompt, ms: ran.ms });
  }
  return steps;
}

function skillCheck({ requests }) {
  const isListed = requests.some(({ body }) => JSON.stringify(body).includes("recall-first"));
  return { name: "the skill is listed to the model", ok: isListed };
}

function checksOfSettings(client, home, { path, text }) {
  const isBack = readFileSync(path, "utf8") === text;
  return [
    { name: "disconnecting gives the settings back byte for byte", ok: isBack },
    ...client.checksAfter(home),
  ];
}

/** Runs the scenario's checks. They get the messages of a request as text, or "" if the request was not sent. */
function judge(scenario, requests) {
  const turns = requests.filter(({ kind }) => kind === "turn");
  const sent = (step, reply) =>
    turns.find((one) => one.step === step && one.reply === reply)?.text ?? "";
  const tools = (step) => turns.find((one) => one.step === step)?.tools ?? [];
  const asides = (step) =>
    requests.filter((one) => one.kind === "aside" && one.step === step).map(({ text }) => text);
  return scenario.checks(sent, tools, asides);
}

function inProject(reply, folder) {
  return JSON.parse(JSON.stringify(reply).replaceAll("{{project}}", folder));
}

/** Environment that takes only the programs from the surrounding system. */
function cleanEnv(home) {
  return {
    PATH: `${NODE_FOLDER}:/usr/local/bin:/usr/bin:/bin`,
    HOME: home,
    USER: "probe",
    SHELL: "/bin/sh",
    LANG: "C.UTF-8",
    TERM: "dumb",
    TMPDIR: tmpdir(),
    GIT_CONFIG_GLOBAL: join(home, ".gitconfig"),
    // Without a network namespace, requests go to these addresses, which do not answer.
    ...(isolation() === "none"
      ? {
          HTTPS_PROXY: "http://127.0.0.1:9",
          HTTP_PROXY: "http://127.0.0.1:9",
          NO_PROXY: "127.0.0.1",
        }
      : {}),
  };
}

async function makeProject(out, name, env) {
  const folder = join(out, name);
  if (existsSync(folder)) return folder;
  mkdirSync(join(folder, "src"), { recursive: true });
  writeFileSync(join(folder, "README.md"), `# ${name}\n`);
  writeFileSync(join(folder, "src", "app.js"), "export const answer = 42;\n");
  const author = ["-c", "user.name=probe", "-c", "user.email=probe@example.invalid"];
  for (const args of [
    ["init", "-q", "-b", "main"],
    ["add", "."],
    ["commit", "-q", "-m", name],
  ]) {
    await run("git", [...author, ...args], folder, env);
  }
  return folder;
}

/** Runs a command in a separate process group; `kill` ends the whole group. */
function run(command, args, cwd, env, kill = new AbortController().signal) {
  const beganAt = Date.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    const killGroup = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // The process has already ended.
      }
    };
    kill.addEventListener("abort", killGroup, { once: true });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    const limit = setTimeout(killGroup, STEP_LIMIT_MS);
    const end = (exit) => {
      clearTimeout(limit);
      resolve({ exit, output, ms: Date.now() - beganAt });
    };
    child.on("error", (error) => {
      output += String(error);
      end(127);
    });
    child.on("close", (code, signal) => end(code ?? signal));
  });
}

function tail({ output }) {
  return output.trim().slice(-300);
}

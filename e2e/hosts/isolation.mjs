/** Runs this program again where only the loopback interface exists, so that no client can reach a network. */
import { spawnSync } from "node:child_process";

const NAMESPACES = [
  ["-n", "-p", "-f", "--kill-child", "--mount-proc"],
  ["-r", "-n", "-p", "-f", "--kill-child", "--mount-proc"],
  ["-n"],
  ["-r", "-n"],
];

/** Returns the exit status of the isolated run, or null if this run is already isolated or isolation is not available. */
export function rerunIsolated() {
  if (process.env["TACIT_E2E_ISOLATION"] !== undefined || process.platform !== "linux") return null;
  const flags = NAMESPACES.find((some) => spawnSync("unshare", [...some, "true"]).status === 0);
  if (flags === undefined) return null;
  const up = 'ip link set lo up 2>/dev/null || ifconfig lo up; exec "$@"';
  const ran = spawnSync(
    "unshare",
    [...flags, "sh", "-c", up, "sh", process.execPath, ...process.argv.slice(1)],
    {
      stdio: "inherit",
      env: { ...process.env, TACIT_E2E_ISOLATION: `unshare ${flags.join(" ")}` },
    },
  );
  return ran.status ?? 1;
}

export function isolation() {
  return process.env["TACIT_E2E_ISOLATION"] ?? "none";
}

/**
 * Imports every real transcript and measures speed and results. Each set runs in a separate process to measure its peak
 * memory. `--data DIR` or ../shared/data; missing sets are skipped with a message.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { option, type Setup } from "../arguments.ts";

export async function run({ root, args, say }: Setup) {
  const data = option(args, "--data") ?? join(root, "..", "shared", "data");
  const sessions = join(data, "sessions");
  if (!existsSync(sessions)) {
    say(`SKIPPED: no sessions under ${data}; give --data DIR`);
    return { question: "import of real transcripts", skipped: "no data", rows: [] };
  }
  const rows = readdirSync(sessions).map((set) => {
    const row = measure(root, join(sessions, set, "raw"), set);
    say(
      `${set}: ${row["sessions"]} sessions, ${row["events"]} events, ${row["promoted"]} promoted, ${row["seconds"]} s, ${row["peakMb"]} MB`,
    );
    return row;
  });
  const sum = (name: string) => rows.reduce((total, row) => total + Number(row[name] ?? 0), 0);
  const total = {
    sessions: sum("sessions"),
    events: sum("events"),
    promoted: sum("promoted"),
    seconds: Number(sum("seconds").toFixed(1)),
    peakMb: Math.max(...rows.map((row) => Number(row["peakMb"] ?? 0))),
  };
  say(
    `all: ${total.sessions} sessions, ${total.events} events in ${total.seconds} s, at most ${total.peakMb} MB`,
  );
  return { question: "import of real transcripts", total, rows };
}

function measure(root: string, folder: string, set: string): Record<string, unknown> {
  const home = mkdtempSync(join(tmpdir(), "tacit-bench-"));
  try {
    const script = fileURLToPath(new URL("./import-one-set.ts", import.meta.url));
    const ran = spawnSync(process.execPath, ["--conditions=source", script, folder, home], {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 1e8,
    });
    if (ran.status !== 0) return { set, failed: ran.stderr.slice(-500) };
    return { set, ...(JSON.parse(ran.stdout) as Record<string, unknown>) };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

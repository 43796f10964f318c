/** Reads the same repository with the programs that Tacit is compared with, through their command line. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { option } from "../arguments.ts";
import { peerProgram } from "../peers.ts";
import { round } from "../statistics.ts";
import { type Cost, costOf } from "./process-cost.ts";

interface Peer {
  readonly name: string;
  readonly folder: string;
  readonly packages: readonly string[];
  readonly program: string;
  readonly words: (tree: string) => readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Does the work of the package's install scripts; returns false when that fails. */
  readonly prepare?: (folder: string) => boolean;
}

const QUIET = { DO_NOT_TRACK: "1", SCARF_ANALYTICS: "false", CODEGRAPH_TELEMETRY: "0" };

const PEERS: readonly Peer[] = [
  {
    name: "@colbymchenry/codegraph 1.6.1",
    folder: "codegraph",
    packages: ["@colbymchenry/codegraph@1.6.1"],
    program: "codegraph",
    words: (tree) => ["init", "-y", tree],
    env: QUIET,
  },
  {
    name: "gitnexus 1.6.12",
    folder: "gitnexus",
    packages: ["gitnexus@1.6.12"],
    program: "gitnexus",
    // Without its full-text index, because this bench has no counterpart of it.
    words: (tree) => ["analyze", "--skip-agents-md", "--skip-skills", "--skip-fts", tree],
    env: QUIET,
    prepare: (folder) => {
      const core = join(folder, "node_modules", "@ladybugdb", "core");
      return spawnSync(process.execPath, ["install.js"], { cwd: core }).status === 0;
    },
  },
];

export interface PeerRun {
  readonly name: string;
  /** Null when the peer did not finish. */
  readonly wallSeconds: number | null;
  readonly cpuSeconds: number | null;
  readonly ended: "done" | "out of time" | "failed";
}

interface PeerContext {
  readonly root: string;
  readonly base: string;
  readonly capSeconds: number;
  /** Part of a peer's name, to run only that peer; undefined runs all. */
  readonly only: string | undefined;
  readonly say: (line: string) => void;
}

export function runPeers(tree: string, context: PeerContext): PeerRun[] {
  const wanted = PEERS.filter(({ name }) => name.includes(context.only ?? ""));
  return wanted.flatMap((peer) => runPeer(peer, tree, context) ?? []);
}

function runPeer(peer: Peer, tree: string, context: PeerContext): PeerRun | null {
  const { root, base, capSeconds, say } = context;
  const program = peerProgram(root, peer.folder, peer.packages, peer.program, say);
  if (program === null) return null;
  const folder = join(root, ".cache", "bench-peers", peer.folder);
  if (peer.prepare?.(folder) === false) {
    say(`SKIPPED: ${peer.name} could not be prepared`);
    return null;
  }
  const env = { ...process.env, ...peer.env, HOME: join(base, `home-${peer.folder}`) };
  const timeoutMs = capSeconds * 1000;
  const cost = costOf(process.execPath, [program, ...peer.words(tree)], {
    cwd: tree,
    env,
    timeoutMs,
  });
  const ended = endOf(cost);
  if (ended !== "done") say(`${peer.name} on ${tree}: ${ended}: ${cost.stderr.slice(-200)}`);
  // The children of a stopped process are not counted, so only the stop is reported, without figures.
  if (ended === "out of time")
    return { name: peer.name, wallSeconds: null, cpuSeconds: null, ended };
  const [wallSeconds, cpuSeconds] = [round(cost.wallMs / 1000), round(cost.cpuSeconds)];
  return { name: peer.name, wallSeconds, cpuSeconds, ended };
}

function endOf({ status }: Cost): PeerRun["ended"] {
  if (status === null) return "out of time";
  return status === 0 ? "done" : "failed";
}

/** Returns the seconds a peer may take, from `--peer-cap SECONDS`. */
export function capOf(args: readonly string[]): number {
  return Number(option(args, "--peer-cap") ?? 600);
}

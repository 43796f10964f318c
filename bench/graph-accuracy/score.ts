/** Compares Tacit's call sites with those of SCIP: for each site, is the resolved target the compiler's target? */
import type { LinkedSite } from "../../packages/codegraph/src/link/value.ts";
import type { ScipIndex } from "./read-scip.ts";

interface JudgedSite {
  readonly path: string;
  readonly line: number;
  readonly callee: string;
  /** Definitions of the target according to the compiler; empty when the target is outside the repository. */
  readonly truth: readonly string[];
  readonly answer: string | undefined;
  readonly tier: string | undefined;
  readonly verdict: "right" | "wrong" | "missed" | "outside";
}

interface Score {
  /** Sites whose target is in the repository according to the compiler. */
  readonly inside: number;
  readonly precision: number;
  readonly recall: number;
  /** Precision without name-only matches. */
  readonly precisionSure: number;
  readonly recallSure: number;
  /** Sites without an answer of the compiler. */
  readonly unjudged: number;
  /** Sites that call a local variable or a parameter; these are not symbols of the graph and are not judged. */
  readonly locals: number;
}

interface ScoredFile {
  readonly path: string;
  readonly sites: readonly LinkedSite[];
}

/** `place` gives `path:line:column` (from 0) of a target's name. */
export function score(
  files: readonly ScoredFile[],
  scip: ScipIndex,
  place: (to: NonNullable<LinkedSite["to"]>) => string,
  symbolPlaces: ReadonlySet<string>,
): Score {
  const judged: JudgedSite[] = [];
  let [unjudged, locals] = [0, 0];
  for (const { path, sites } of files) {
    const document = scip.documents.get(path);
    for (const site of sites) {
      if (site.call.kind === "reference") continue;
      const symbol = document?.occurrences.get(`${site.call.line - 1}:${site.call.column}`);
      if (symbol === undefined) {
        unjudged++;
        continue;
      }
      const truth = scip.definitions.get(symbol) ?? [];
      if (isLocal(symbol) && !truth.some((item) => symbolPlaces.has(item))) {
        locals++;
        continue;
      }
      judged.push(judge(path, site, symbol, truth, scip, place));
    }
  }
  return { ...figures(judged), unjudged, locals };
}

/** Names of parameters from scip-python end with the parameter in brackets. */
const isLocal = (symbol: string) => /(?:^| )local \S+$|\.\(\w+\)$/.test(symbol);

function judge(
  path: string,
  { call, to, tier }: LinkedSite,
  symbol: string,
  truth: readonly string[],
  scip: ScipIndex,
  place: (to: NonNullable<LinkedSite["to"]>) => string,
): JudgedSite {
  const answer = to === undefined ? undefined : place(to);
  const accepted = new Set([...truth, ...classOf(symbol, scip)]);
  const site = { path, line: call.line, callee: call.callee, truth, answer, tier };
  if (answer === undefined) return { ...site, verdict: truth.length > 0 ? "missed" : "outside" };
  return { ...site, verdict: accepted.has(answer) ? "right" : "wrong" };
}

/**
 * Returns the class of a constructor. Indexers record object creation as a use of the class or of its constructor; both are
 * correct.
 */
function classOf(symbol: string, scip: ScipIndex): readonly string[] {
  const owner = /^(.*#)(?:`<constructor>`\(\)|__init__\(\)|__new__\(\))\.$/.exec(symbol)?.[1];
  if (owner !== undefined) return scip.definitions.get(owner) ?? [];
  if (!symbol.endsWith("#")) return [];
  const makers = ["`<constructor>`().", "__init__().", "__new__()."];
  return makers.flatMap((maker) => scip.definitions.get(symbol + maker) ?? []);
}

function figures(sites: readonly JudgedSite[]): Omit<Score, "unjudged" | "locals"> {
  const inside = sites.filter(({ truth }) => truth.length > 0).length;
  const rates = (counted: readonly JudgedSite[]) => {
    const right = counted.filter(({ verdict }) => verdict === "right").length;
    const wrong = counted.filter(({ verdict }) => verdict === "wrong").length;
    return { precision: right / Math.max(1, right + wrong), recall: right / Math.max(1, inside) };
  };
  const all = rates(sites);
  const sure = rates(sites.filter(({ tier }) => tier !== "unique"));
  return {
    inside,
    ...all,
    precisionSure: sure.precision,
    recallSure: sure.recall,
  };
}

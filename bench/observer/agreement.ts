/** Measures how often two verdicts on the same label agree, and how much of that exceeds chance (Cohen's κ). */
import { round } from "../statistics.ts";
import type { Label } from "./match.ts";

/** A line of `relabel.jsonl` or `independent.jsonl`. */
export interface SecondVerdict {
  readonly id: string;
  readonly verdict: boolean;
  readonly isUnsure?: boolean;
}

export interface Agreement {
  readonly labels: number;
  readonly same: number;
  /** Cohen's κ over all; null when both give every label the same verdict. */
  readonly kappa: number | null;
  /** The same share where the second verdict was sure. */
  readonly sure: number;
  readonly sureSame: number;
  readonly bySignal: Readonly<Record<string, string>>;
}

export function agreementOf(labels: readonly Label[], second: readonly SecondVerdict[]): Agreement {
  const first = new Map(labels.map((label) => [label.id, label]));
  const pairs = second.flatMap((secondVerdict) => {
    const label = first.get(secondVerdict.id);
    return label === undefined
      ? []
      : [{ ...secondVerdict, signal: label.signal, before: label.verdict }];
  });
  const isSame = ({ verdict, before }: (typeof pairs)[number]) => verdict === before;
  const sure = pairs.filter(({ isUnsure }) => isUnsure !== true);
  const signals = [...Map.groupBy(pairs, ({ signal }) => signal)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return {
    labels: pairs.length,
    same: pairs.filter(isSame).length,
    kappa: kappaOf(pairs),
    sure: sure.length,
    sureSame: sure.filter(isSame).length,
    bySignal: Object.fromEntries(
      signals.map(([signal, own]) => [signal, `${own.filter(isSame).length}/${own.length}`]),
    ),
  };
}

function kappaOf(
  pairs: readonly { readonly verdict: boolean; readonly before: boolean }[],
): number | null {
  const share = (is: (pair: (typeof pairs)[number]) => boolean) =>
    pairs.filter(is).length / pairs.length;
  const [one, other] = [share(({ before }) => before), share(({ verdict }) => verdict)];
  const byChance = one * other + (1 - one) * (1 - other);
  if (pairs.length === 0 || byChance === 1) return null;
  const same = share(({ verdict, before }) => verdict === before);
  return round((same - byChance) / (1 - byChance), 3);
}

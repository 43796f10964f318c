/** A file that will be needed, with its reasons; the result of both predictions. */

export interface Prefetched {
  readonly path: string;
  /** Sum of votes; comparable within one answer. */
  readonly score: number;
  /** Reasons, strongest first. */
  readonly why: readonly string[];
}

export interface Vote {
  readonly path: string;
  /** Value of the vote. A negative value counts against the file and is not a reason. */
  readonly value: number;
  readonly why: string;
}

/** Sums the votes per file: best first, at most `limit`; ties by path. */
export function bestFirst(votes: Iterable<Vote>, limit: number): Prefetched[] {
  const files = new Map<string, { score: number; reasons: Map<string, number> }>();
  for (const { path, value, why } of votes) {
    const file = files.get(path) ?? { score: 0, reasons: new Map<string, number>() };
    files.set(path, file);
    file.score += value;
    file.reasons.set(why, (file.reasons.get(why) ?? 0) + value);
  }
  return [...files]
    .sort(([a, one], [b, other]) => other.score - one.score || (a < b ? -1 : 1))
    .filter(isAmongFirstTranslations())
    .slice(0, limit)
    .map(([path, { score, reasons }]) => ({
      path,
      score,
      why: [...reasons]
        .filter(([, value]) => value > 0)
        .sort((a, b) => b[1] - a[1])
        .map(([why]) => why),
    }));
}

/** Matches the language in the path of a translation, such as `lang/fr/auth.php` or `locales/pt-BR.json`. */
const LANGUAGE_IN_PATH =
  /(\b(?:langs?|languages?|locales?|i18n|l10n|translations?)\/)[a-z]{2,3}(?:[_-][A-Za-z]{2,4})?(?=[/.])/;
/** Maximum translations of one file. With fifty languages they would be the whole list. */
const MAX_TRANSLATIONS = 2;

/** Returns a filter for paths, best first, that keeps the best translations of each file. */
function isAmongFirstTranslations(): (file: readonly [path: string, unknown]) => boolean {
  const counts = new Map<string, number>();
  return ([path]) => {
    const name = path.replace(LANGUAGE_IN_PATH, "$1*");
    if (name === path) return true;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count <= MAX_TRANSLATIONS;
  };
}

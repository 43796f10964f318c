/** States what the numbers about the code leave out. */
import type { CodeNumbers } from "@tacit-memory/protocol";
import { number, percent, useWords } from "../../i18n/words.ts";
import { Commands } from "../../parts/empty.tsx";

/** From this share of unknown receivers, a compiler would resolve much more (as in `tacit index`). */
const MUCH_UNKNOWN = 0.3;

export function GraphLimits({ code }: { readonly code: CodeNumbers }) {
  const { t, language } = useWords();
  const byExtension = useExtensions();
  const { stale, unreadBy, partlyReadBy, unknownShare } = code;
  const share = percent(unknownShare, language);
  const lines = [
    ...(stale === 0 ? [] : [t("code.stale", { count: stale, number: number(stale, language) })]),
    ...byExtension("code.unread", unreadBy),
    ...byExtension("code.partlyRead", partlyReadBy),
    ...(unknownShare === 0 ? [] : [t("code.unknownShare", { share })]),
    ...(unknownShare < MUCH_UNKNOWN ? [] : [t("code.precise")]),
    t("code.renamed"),
  ];
  return (
    <details className="limits" open={stale > 0}>
      <summary>{t("code.limits")}</summary>
      <ul className="limits-lines">
        {lines.map((line) => (
          <li key={line}>
            <Commands text={line} />
          </li>
        ))}
      </ul>
    </details>
  );
}

type ByExtension = Readonly<Record<string, number>>;
type CountedText = "code.unread" | "code.partlyRead" | "code.gapUnread";

/** Returns a function that makes a sentence about files by extension; none if there are no files. */
export function useExtensions(): (text: CountedText, by: ByExtension) => string[] {
  const { t, language } = useWords();
  return (text, by) => {
    const sorted = Object.entries(by).sort(([, a], [, b]) => b - a);
    const count = sorted.reduce((sum, [, files]) => sum + files, 0);
    if (count === 0) return [];
    const listed = sorted.map(([extension, files]) => `${number(files, language)} ${extension}`);
    const extensions = new Intl.ListFormat(language).format(listed);
    return [t(text, { count, number: number(count, language), extensions })];
  };
}

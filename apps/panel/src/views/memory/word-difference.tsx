/** Shows the word-level difference between two wordings of a memory: removed and added words. */
import { useWords } from "../../i18n/words.ts";
import { wordChanges } from "../../parts/word-changes.ts";

interface DifferenceProps {
  readonly before: string;
  readonly after: string;
}

export function WordDifference({ before, after }: DifferenceProps) {
  const { t } = useWords();
  return (
    <section className="difference" aria-label={t("memory.versions")}>
      {wordChanges(before, after).map(({ kind, text }, i) => {
        // biome-ignore-start lint/suspicious/noArrayIndexKey: the parts of one text never change places
        if (kind === "removed") return <del key={i}>{text}</del>;
        return kind === "added" ? <ins key={i}>{text}</ins> : <span key={i}>{text}</span>;
        // biome-ignore-end lint/suspicious/noArrayIndexKey: the parts of one text never change places
      })}
    </section>
  );
}

/** What the marks of a drawn graph mean. */
import { useWords } from "../../i18n/words.ts";

type Mark =
  | "memory"
  | "file"
  | "about"
  | "depends"
  | "replaces"
  | "contradicts"
  | "remembered"
  | "unremembered";

export function Legend({ items }: { readonly items: readonly Mark[] }) {
  const { t } = useWords();
  return (
    <ul className="graph-keys" aria-label={t("graph.legend")}>
      {items.map((item) => (
        <li key={item}>
          <span className={`key-mark key-${item}`} aria-hidden="true" />
          {t(`legend.${item}`)}
        </li>
      ))}
    </ul>
  );
}

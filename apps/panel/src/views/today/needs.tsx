/** Counts of what only a person can decide, as links to the place. */
import type { Today } from "@tacit-memory/protocol";
import { Link } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { number, useWords } from "../../i18n/words.ts";

export function Needs({ needs }: Pick<Today, "needs">) {
  const { t, language } = useWords();
  const rows = (["review", "candidates", "proposals"] as const).filter((kind) => needs[kind] > 0);
  return (
    <section className="section">
      <h2>{t("today.needs")}</h2>
      {rows.length === 0 && needs.gaps === 0 ? (
        <p className="needs-nothing">
          <Check size={18} aria-hidden="true" />
          {t("today.nothing")}
        </p>
      ) : null}
      <ul className="needs">
        {rows.map((kind) => (
          <li key={kind}>
            <Link to="/review" className="need">
              <span className="need-count">{number(needs[kind], language)}</span>
              {t(`today.${kind}`, { count: needs[kind] })}
            </Link>
          </li>
        ))}
        {needs.gaps === 0 ? null : (
          <li>
            <Link to="/ask" className="need">
              <span className="need-count need-fact">{number(needs.gaps, language)}</span>
              {t("today.gaps", { count: needs.gaps })}
            </Link>
          </li>
        )}
      </ul>
    </section>
  );
}

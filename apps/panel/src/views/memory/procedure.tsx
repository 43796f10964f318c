/** The parts of a procedure, and how often it worked. */
import type { MemoryDetail } from "@tacit-memory/protocol";
import { number, useWords } from "../../i18n/words.ts";

export function Procedure({
  procedure: { prerequisites, steps, warnings, successes, failures },
}: {
  readonly procedure: NonNullable<MemoryDetail["procedure"]>;
}) {
  const { t, language } = useWords();
  const counts = {
    successes: number(successes, language),
    failures: number(failures, language),
  };
  return (
    <section className="section" aria-labelledby="steps">
      {prerequisites.length === 0 ? null : (
        <>
          <h2>{t("memory.prerequisites")}</h2>
          <ul>{items(prerequisites)}</ul>
        </>
      )}
      <h2 id="steps">{t("memory.steps")}</h2>
      <ol>{items(steps)}</ol>
      {warnings.length === 0 ? null : (
        <>
          <h2>{t("memory.warnings")}</h2>
          <ul>{items(warnings)}</ul>
        </>
      )}
      <p>{t("memory.outcomes", counts)}</p>
    </section>
  );
}

function items(texts: readonly string[]) {
  return texts.map((text) => <li key={text}>{text}</li>);
}

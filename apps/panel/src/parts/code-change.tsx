/** A part of a file as it was when a memory was tied to it, and as it is now, line by line. */
import type { AnchoredCode } from "@tacit-memory/protocol";
import { diffLines } from "diff";
import { useWords } from "../i18n/words.ts";

interface CodeChangeProps {
  readonly path: string;
  readonly code: AnchoredCode;
}

export function CodeChange({ path, code: { commit, before, now } }: CodeChangeProps) {
  const { t } = useWords();
  const short = commit.slice(0, 8);
  const isSame = before === now;
  const title =
    now === null
      ? t("memory.codeBefore", { commit: short })
      : t("memory.codeChange", { commit: short });
  return (
    <details className="file-change" open={!isSame}>
      <summary>{isSame ? t("memory.codeSame", { commit: short }) : title}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must be able to scroll it */}
      <section className="diff" tabIndex={0} aria-label={path}>
        {lineChanges(before, now ?? before).map(({ mark, text }, i) => {
          const line = `${mark} ${text}\n`;
          // biome-ignore-start lint/suspicious/noArrayIndexKey: the lines of one change never change places
          if (mark === "−") return <del key={i}>{line}</del>;
          return mark === "+" ? <ins key={i}>{line}</ins> : <span key={i}>{line}</span>;
          // biome-ignore-end lint/suspicious/noArrayIndexKey: the lines of one change never change places
        })}
      </section>
    </details>
  );
}

interface LineChange {
  readonly mark: "−" | "+" | " ";
  readonly text: string;
}

function lineChanges(before: string, after: string): LineChange[] {
  return diffLines(`${before}\n`, `${after}\n`).flatMap(({ added, removed, value }) => {
    const mark = removed ? "−" : added ? "+" : " ";
    return value
      .replace(/\n$/, "")
      .split("\n")
      .map((text): LineChange => ({ mark, text }));
  });
}

/** Why a list of users or of uses may be incomplete. */
import type { CodeGaps } from "@tacit-memory/protocol";
import { number, useWords } from "../../i18n/words.ts";
import { FileLink } from "../../parts/links/file-link.tsx";
import { useExtensions } from "./graph-limits.tsx";

interface GapsProps {
  readonly gaps: CodeGaps;
  /** `via`: the list contains the users. `usedVia`: it contains what is used. */
  readonly via: "via" | "usedVia";
}

export function Gaps({ gaps, via }: GapsProps) {
  const { t, language } = useWords();
  const byExtension = useExtensions();
  const { isCut, unknownCalls, unknownAt, unreadBy, stale, isProperty } = gaps;
  const lines = [
    ...(isCut ? [t("code.gapCut")] : []),
    ...(isProperty ? [t("code.gapProperty")] : []),
    // Of what a file uses, only the file itself may be unread.
    ...(via === "via"
      ? byExtension("code.gapUnread", unreadBy)
      : Object.keys(unreadBy).map(() => t("code.gapSelfUnread"))),
    ...(stale === 0 ? [] : [t("code.stale", { count: stale, number: number(stale, language) })]),
  ];
  return (
    <div className="limits">
      <strong>{t("code.gaps")}</strong>
      <ul className="limits-lines">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {unknownCalls === 0 ? null : (
          <li>
            <details>
              <summary>
                {t(via === "via" ? "code.gapCalls" : "code.gapOwnCalls", {
                  count: unknownCalls,
                  number: number(unknownCalls, language),
                })}
              </summary>
              <ul className="unknown-calls">
                {unknownAt.map(({ path, line }) => (
                  <li key={`${path}:${line}`}>
                    <FileLink path={path} line={line} />
                  </li>
                ))}
              </ul>
            </details>
          </li>
        )}
      </ul>
    </div>
  );
}

/** Why a memory waits for a decision, in sentences. */
import type { ReviewReason } from "@tacit-memory/protocol";
import { useWords } from "../i18n/words.ts";
import { FileLink } from "./links/file-link.tsx";

interface ReviewReasonsProps {
  readonly reasons: readonly ReviewReason[];
  readonly className: string;
}

export function ReviewReasons({ reasons, className }: ReviewReasonsProps) {
  if (reasons.length === 0) return null;
  return (
    <ul className={className}>
      {reasons.map((item) => (
        <li key={item.reason}>
          <Reason item={item} />
        </li>
      ))}
    </ul>
  );
}

function Reason({ item: { reason, about, changes } }: { readonly item: ReviewReason }) {
  const { t, word } = useWords();
  const sentence =
    about === null || reason === "stale" || reason === "pin_requested"
      ? t(`doubt.${reason}`)
      : t(`doubtAbout.${reason}`, { about });
  return (
    <>
      {sentence}
      {changes.map(({ path, symbol, freshness }) => (
        <span key={`${path} ${symbol}`} className="event-head">
          <FileLink path={path} symbol={symbol} />
          <span className={`mark-fresh fresh-${freshness}`}>{word("freshness", freshness)}</span>
        </span>
      ))}
    </>
  );
}

/** Why a memory was shown in a session, and what followed. */
import type { SessionShown } from "@tacit-memory/protocol";
import { useWords } from "../../i18n/words.ts";
import { Effects } from "../../parts/marks.tsx";

export function ShownBecause({
  shown: { because, detail, effects },
}: {
  readonly shown: Pick<SessionShown, "because" | "detail" | "effects">;
}) {
  const { word } = useWords();
  return (
    <>
      <span>{word("because", because)}</span>
      {detail === null ? null : <span className="clip">{detail}</span>}
      <Effects effects={effects} />
    </>
  );
}

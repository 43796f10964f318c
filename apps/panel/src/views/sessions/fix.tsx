/** States what fixed an error of a session, or that no fix was seen. */
import type { SessionProblem } from "@tacit-memory/protocol";
import { worded } from "../../i18n/worded.ts";
import { useWords } from "../../i18n/words.ts";
import { Cited } from "../../parts/links/cited.tsx";

export function Fix({ fix }: Pick<SessionProblem, "fix">) {
  const { t, word } = useWords();
  if (fix === null) return t("sessions.unfixed");
  const { how, detail } = fix;
  // Only a fix of another kind is described in words; the others are commands, options or files.
  const shown =
    how === "other" ? (
      <span>
        <Cited text={worded(detail, t)} />
      </span>
    ) : (
      <code>{detail.text}</code>
    );
  return (
    <>
      <span>{word("fix", how)}</span>
      {detail.text === "" ? null : shown}
    </>
  );
}

/** Lists the evidence of a memory or an observation, each with the place in its session. */
import type { MemoryDetail } from "@tacit-memory/protocol";
import { useState } from "react";
import { worded } from "../i18n/worded.ts";
import { useWords } from "../i18n/words.ts";
import { Cited } from "./links/cited.tsx";
import { SessionLink } from "./links/session-link.tsx";
import { Time } from "./marks.tsx";

/** What was observed a dozen times would bury what follows. */
const MAX_LISTED = 4;

export function Evidence({ evidence }: Pick<MemoryDetail, "evidence">) {
  const { t, word } = useWords();
  const [isOpen, setOpen] = useState(false);
  if (evidence.length === 0) return null;
  const isCut = !isOpen && evidence.length > MAX_LISTED;
  return (
    <>
      <ul className="event-list">
        {(isCut ? evidence.slice(0, MAX_LISTED) : evidence).map(
          ({ kind, detail, session, atMs }) => (
            <li key={`${kind} ${atMs} ${detail.text}`}>
              <span className="event-head">
                <strong>{word("evidence", kind)}</strong>
                <Time atMs={atMs} />
              </span>
              {detail.text === "" ? null : (
                <span className="event-text">
                  <Cited text={worded(detail, t)} />
                </span>
              )}
              {session === null ? null : <SessionLink id={session} atMs={atMs} />}
            </li>
          ),
        )}
      </ul>
      {isCut ? (
        <button type="button" className="more" onClick={() => setOpen(true)}>
          {t("memory.evidenceAll", { count: evidence.length })}
        </button>
      ) : null}
    </>
  );
}

/** One moment of a session: as a card with everything about it, and as a line of the list. */
import type { SessionMoment, WorkMoment } from "@tacit-memory/protocol";
import { Link } from "@tanstack/react-router";
import { worded } from "../../i18n/worded.ts";
import { useWords } from "../../i18n/words.ts";
import { Cited } from "../../parts/links/cited.tsx";
import { MemoryLink } from "../../parts/links/memory-link.tsx";
import { Fix } from "./fix.tsx";
import { ShownBecause } from "./shown-because.tsx";

type Words = ReturnType<typeof useWords>;
type Word = Words["word"];

export function momentLine(moment: SessionMoment, { word, t }: Words): string {
  if (moment.kind === "prompt") return moment.text;
  if (moment.kind === "error") return worded(moment.line, t);
  if (moment.kind === "shown") return moment.content ?? word("because", moment.because);
  if (moment.kind === "learned") return moment.memory.title;
  return [...moment.commands, ...moment.files].join(", ");
}

/** Work is named by its kinds of steps, because most moments of a session are work. */
export function momentTitle(moment: SessionMoment, word: Word): string {
  const kinds = moment.kind === "work" ? kindsText(moment.kinds, word) : "";
  return kinds === "" ? word("moment", moment.kind) : kinds;
}

/** Names kinds of steps with their numbers: "Read ×2, Ran". */
export function kindsText(kinds: WorkMoment["kinds"], word: Word): string {
  return Object.entries(kinds)
    .filter(([, count]) => (count ?? 0) > 0)
    .map(([kind, count]) => (count === 1 ? word("step", kind) : `${word("step", kind)} ×${count}`))
    .join(", ");
}

export function MomentCard({ moment }: { readonly moment: SessionMoment }) {
  const { word } = useWords();
  return (
    <>
      <h2>{momentTitle(moment, word)}</h2>
      <MomentBody moment={moment} />
    </>
  );
}

function MomentBody({ moment }: { readonly moment: SessionMoment }) {
  const { t } = useWords();
  if (moment.kind === "work") return <Work moment={moment} />;
  if (moment.kind === "learned") return <MemoryLink memory={moment.memory} />;
  if (moment.kind === "prompt")
    return (
      <p className="card-text">
        <Cited text={moment.text} />
      </p>
    );
  if (moment.kind === "error") {
    const { line, what, fix } = moment;
    return (
      <>
        <code className="problem-line">{worded(line, t)}</code>
        <p className="meta">
          <code>{what}</code>
        </p>
        <p className="meta">
          <Fix fix={fix} />
        </p>
      </>
    );
  }
  return <Shown moment={moment} />;
}

function Shown({ moment }: { readonly moment: Extract<SessionMoment, { kind: "shown" }> }) {
  const { t } = useWords();
  const { memoryId, content } = moment;
  return (
    <>
      <p className="card-text">
        {content === null ? (
          t("today.forgotten")
        ) : (
          <Link to="/memories/$id" params={{ id: memoryId }}>
            <Cited text={content} isInLink />
          </Link>
        )}
      </p>
      <p className="meta">
        <ShownBecause shown={moment} />
      </p>
    </>
  );
}

function Work({ moment }: { readonly moment: WorkMoment }) {
  const { t } = useWords();
  const { by, steps, errors, files, commands } = moment;
  return (
    <>
      <p className="meta">
        {by === "subagent" ? <span>{t("replay.subagent")}</span> : null}
        <span>{t("sessions.steps", { count: steps })}</span>
        {errors === 0 ? null : (
          <span className="mark-flag fresh-gone">{t("sessions.errors", { count: errors })}</span>
        )}
      </p>
      <p className="turn-names">
        {[...commands, ...files].map((name) => (
          <code key={name}>{name}</code>
        ))}
      </p>
    </>
  );
}

/**
 * One decision about a memory, a candidate or a proposal: accept, edit, reject or later, each with its own key, and undo. Of
 * memories that contradict each other, one side or both are accepted.
 */
import type { ReviewDecision } from "@tacit-memory/protocol";
import { Check, CheckCheck, Clock, Pencil, X } from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { call } from "../../data/api.ts";
import { useAct, useUndo } from "../../data/changes.ts";
import { useShortcuts } from "../../data/shortcuts.ts";
import { useWords } from "../../i18n/words.ts";
import { Button } from "../../parts/button.tsx";
import { TextDialog } from "../../parts/dialogs.tsx";
import { focusContent } from "../../parts/focus-content.ts";
import { KeyHints } from "../../parts/keys.tsx";

interface Subject {
  readonly id: string;
  readonly kind: ReviewDecision["kind"];
  /** Text that a person may edit before accepting it; null for none. */
  readonly content: string | null;
  /** Ids of the memories that contradict it; default: none. */
  readonly against?: readonly string[];
}

interface DecisionWords {
  /** Label of the button that accepts both sides of a contradiction. */
  readonly both?: string;
  readonly accept: string;
  readonly reject: string;
  /** Label of the button that accepts the edited text. */
  readonly save: string;
  /** Notices after a decision. */
  readonly accepted: string;
  readonly rejected: string;
}

type Verdict = ReviewDecision["verdict"];

interface DecisionProps {
  readonly subject: Subject;
  readonly words: DecisionWords;
  readonly view: "review" | "learned";
  readonly postpone: () => void;
  /** What the decision is about. */
  readonly children: ReactNode;
}

/** A button of the decision; its key does the same. */
interface Choice extends Pick<ComponentProps<typeof Button>, "look" | "icon"> {
  readonly shortcut: string;
  readonly label: string | undefined;
  readonly onClick: () => void;
}

export function Decision({ subject, words, view, postpone, children }: DecisionProps) {
  const { t } = useWords();
  const { decide, isDeciding } = useDecision(subject, words);
  const [isEditing, setEditing] = useState(false);
  const { content, against = [] } = subject;
  const isContradicted = against.length > 0;
  const answer = (verdict: Verdict, ofOthers: Verdict) => () => {
    void decide(verdict, isContradicted ? { others: { ids: against, verdict: ofOthers } } : {});
  };
  const reject = answer("reject", "accept");
  const edit = () => setEditing(true);
  const choices: readonly Choice[] = [
    {
      look: "primary",
      icon: <Check size={17} />,
      shortcut: "a",
      label: words.accept,
      onClick: answer("accept", "reject"),
    },
    ...(isContradicted
      ? [
          { icon: <Check size={17} />, shortcut: "r", label: words.reject, onClick: reject },
          {
            icon: <CheckCheck size={17} />,
            shortcut: "b",
            label: words.both,
            onClick: answer("accept", "accept"),
          },
        ]
      : []),
    ...(content === null
      ? []
      : [{ icon: <Pencil size={17} />, shortcut: "e", label: t("action.edit"), onClick: edit }]),
    ...(isContradicted
      ? []
      : [
          {
            look: "danger" as const,
            icon: <X size={17} />,
            shortcut: "r",
            label: words.reject,
            onClick: reject,
          },
        ]),
    {
      look: "quiet",
      icon: <Clock size={17} />,
      shortcut: "l",
      label: t("review.later"),
      onClick: postpone,
    },
  ];
  useShortcuts(
    Object.fromEntries(choices.map(({ shortcut, onClick }) => [shortcut, onClick])),
    !isDeciding,
  );
  return (
    <>
      {children}
      <div className="decisions">
        {choices.map(({ label, ...button }) => (
          <Button key={button.shortcut} {...button} disabled={isDeciding}>
            {label}
          </Button>
        ))}
      </div>
      <KeyHints view={view} only="z" />
      {isEditing && content !== null ? (
        <TextDialog
          title={t("edit.title")}
          label={t("edit.label")}
          initial={content}
          isLong
          draftOf={subject.id}
          submitLabel={words.save}
          onSubmit={(edited) => {
            setEditing(false);
            void decide("accept", { content: edited });
          }}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </>
  );
}

/** Changes of the last decision. Kept outside the components, which are replaced with each item. */
let lastChanges: readonly string[] = [];

/** Undoes the last decision with `z`, also when nothing is left to decide. */
export function useUndoKey(): void {
  const undo = useUndo();
  useShortcuts({
    z: () => {
      const changes = lastChanges;
      lastChanges = [];
      if (changes.length > 0) void undo(changes);
    },
  });
}

function useDecision({ id, kind }: Subject, { accepted, rejected }: DecisionWords) {
  const act = useAct();
  const [isDeciding, setDeciding] = useState(false);
  const decide = async (
    verdict: Verdict,
    more: Pick<ReviewDecision, "content" | "others"> = {},
  ) => {
    setDeciding(true);
    await act(async () => {
      const input = { kind, verdict, ...more };
      const { changes } = await call("POST /api/review/:id", input, { params: { id } });
      lastChanges = changes;
      return { text: verdict === "accept" ? accepted : rejected, changes };
    });
    setDeciding(false);
    // The buttons of the decided item are gone, and with them the focus.
    requestAnimationFrame(focusContent);
  };
  return { decide, isDeciding };
}

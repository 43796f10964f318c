/** The Correct dialog: offers the four corrections of a memory and shows the difference before saving. */
import type { CorrectRequest, MemoryRow } from "@tacit-memory/protocol";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { call } from "../../data/api.ts";
import { useAct } from "../../data/changes.ts";
import { useDraft } from "../../data/drafts.ts";
import { useWords } from "../../i18n/words.ts";
import { DialogFrame } from "../../parts/dialog-frame.tsx";
import { FormActions } from "../../parts/dialogs.tsx";
import { WordDifference } from "./word-difference.tsx";

interface CorrectDialogProps {
  readonly memory: MemoryRow;
  readonly onClose: () => void;
}

const KINDS = ["outdated", "replace", "scope", "wrong"] as const;
type Kind = (typeof KINDS)[number];

export function CorrectDialog({ memory, onClose }: CorrectDialogProps) {
  const { t } = useWords();
  const correct = useCorrect(memory.id);
  const [kind, setKind] = useState<Kind>("outdated");
  const { text, change, clear } = useDraft(`${memory.id} ${t("correct.title")}`, memory.content);
  const [because, setBecause] = useState("");
  const isSame = text.trim() === memory.content.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    clear();
    onClose();
    void correct(requestOf(kind, text, because));
  };
  return (
    <DialogFrame title={t("correct.title")} onClose={onClose}>
      <form onSubmit={submit}>
        <Kinds kind={kind} choose={setKind} />
        {kind === "replace" ? (
          <>
            <label htmlFor="correct-text">{t("correct.newText")}</label>
            <textarea
              id="correct-text"
              className="field"
              rows={5}
              value={text}
              onChange={({ target }) => change(target.value)}
            />
            {isSame ? null : <WordDifference before={memory.content} after={text} />}
          </>
        ) : null}
        {kind === "wrong" ? (
          <>
            <label htmlFor="correct-because">{t("correct.because")}</label>
            <input
              id="correct-because"
              className="field"
              value={because}
              onChange={({ target }) => setBecause(target.value)}
            />
          </>
        ) : null}
        <FormActions
          label={t("correct.action")}
          isDisabled={kind === "replace" && (isSame || text.trim() === "")}
          onClose={onClose}
        />
      </form>
    </DialogFrame>
  );
}

interface KindsProps {
  readonly kind: Kind;
  readonly choose: (kind: Kind) => void;
}

function Kinds({ kind, choose }: KindsProps) {
  const { t } = useWords();
  return (
    <fieldset className="modes">
      <legend className="sr-only">{t("correct.title")}</legend>
      {KINDS.map((one) => (
        <label key={one} className="mode">
          <input type="radio" name="kind" checked={one === kind} onChange={() => choose(one)} />
          <span>
            <strong>{t(`correct.${one}`)}</strong>
            <span className="muted">{t(`correct.${one}Text`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function requestOf(kind: Kind, content: string, because: string): CorrectRequest {
  if (kind === "replace") return { kind, content: content.trim() };
  if (kind === "scope") return { kind, scope: "global" };
  if (kind === "wrong" && because.trim() !== "") return { kind, because: because.trim() };
  return { kind };
}

function useCorrect(id: string): (request: CorrectRequest) => Promise<void> {
  const { t } = useWords();
  const act = useAct();
  const navigate = useNavigate();
  return (request) =>
    act(async () => {
      const corrected = await call("POST /api/memories/:id/correct", request, { params: { id } });
      const { changes, memoryId } = corrected;
      // The memory with the new text; the old one is superseded.
      if (request.kind === "replace" && memoryId !== null)
        await navigate({ to: "/memories/$id", params: { id: memoryId } });
      return { text: t("correct.done"), changes };
    });
}

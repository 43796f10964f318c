/** The Correct dialog: offers the four corrections of a memory and shows the difference before saving. */
import type { CorrectRequest, MemoryRow } from "@tacit-memory/protocol";
import { Dialog } from "radix-ui";
import { type FormEvent, useState } from "react";
import { call } from "../../data/api.ts";
import { useAct } from "../../data/changes.ts";
import { useWords } from "../../i18n/words.ts";
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
  const [text, setText] = useState(memory.content);
  const [because, setBecause] = useState("");
  const isSame = text.trim() === memory.content.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    void correct(requestOf(kind, text, because));
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content className="dialog" aria-describedby={undefined}>
          <Dialog.Title className="dialog-title">{t("correct.title")}</Dialog.Title>
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
                  onChange={({ target }) => setText(target.value)}
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
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
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
  return (request) =>
    act(async () => {
      const { changes } = await call("POST /api/memories/:id/correct", request, { params: { id } });
      return { text: t("correct.done"), changes };
    });
}

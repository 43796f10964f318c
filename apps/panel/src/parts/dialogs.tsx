/** Dialogs over a view: one to enter a text, and one to confirm an action that cannot be undone. */
import { AlertDialog } from "radix-ui";
import { type FormEvent, type KeyboardEvent, type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { useDraft } from "../data/drafts.ts";
import { Button } from "./button.tsx";
import { DialogFrame, useFocusReturn } from "./dialog-frame.tsx";

interface TextDialogProps {
  readonly title: string;
  readonly label: string;
  readonly initial?: string;
  readonly isLong?: boolean;
  /** What is edited: a text that was typed and not saved is there when the dialog opens again. */
  readonly draftOf?: string;
  readonly submitLabel?: string;
  readonly onSubmit: (text: string) => void;
  readonly onClose: () => void;
}

/** Shows a dialog with a text field. It is open while it is rendered. */
export function TextDialog(props: TextDialogProps) {
  const {
    title,
    label,
    initial = "",
    isLong = false,
    draftOf,
    submitLabel,
    onSubmit,
    onClose,
  } = props;
  const { t } = useTranslation();
  const { text, change, clear } = useDraft(
    draftOf === undefined ? null : `${draftOf} ${title}`,
    initial,
  );
  const id = useId();
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    clear();
    onSubmit(text.trim());
  };
  const field = {
    id,
    value: text,
    className: "field",
    onChange: ({ target }: { readonly target: { readonly value: string } }) => change(target.value),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
    },
  };
  return (
    <DialogFrame title={title} onClose={onClose}>
      <form onSubmit={submit}>
        <label htmlFor={id}>{label}</label>
        {isLong ? <textarea {...field} rows={8} /> : <input {...field} type="text" />}
        <FormActions
          label={submitLabel ?? t("action.save")}
          isDisabled={text.trim() === ""}
          onClose={onClose}
        />
      </form>
    </DialogFrame>
  );
}

interface FormActionsProps {
  readonly label: string;
  readonly isDisabled: boolean;
  readonly onClose: () => void;
  /** Stands before the buttons. */
  readonly children?: ReactNode;
}

/** The last line of a form in a dialog: cancel, and submit. */
export function FormActions({ label, isDisabled, onClose, children }: FormActionsProps) {
  const { t } = useTranslation();
  return (
    <div className="dialog-actions">
      {children}
      <Button onClick={onClose}>{t("action.cancel")}</Button>
      <Button look="primary" type="submit" disabled={isDisabled}>
        {label}
      </Button>
    </div>
  );
}

interface ForgetDialogProps {
  readonly count: number;
  readonly onForget: () => void;
  readonly onClose: () => void;
}

export function ForgetDialog({ count, onForget, onClose }: ForgetDialogProps) {
  const { t } = useTranslation();
  const returnFocus = useFocusReturn();
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="overlay" />
        <AlertDialog.Content className="dialog" onCloseAutoFocus={returnFocus}>
          <AlertDialog.Title className="dialog-title">
            {t("forget.title", { count })}
          </AlertDialog.Title>
          <AlertDialog.Description>{t("forget.text")}</AlertDialog.Description>
          <div className="dialog-actions">
            <AlertDialog.Cancel asChild>
              <Button>{t("action.cancel")}</Button>
            </AlertDialog.Cancel>
            <AlertDialog.Action asChild>
              <Button look="danger" onClick={onForget}>
                {t("action.forget")}
              </Button>
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** Dialogs over a view: one to enter a text, and one to confirm an action that cannot be undone. */
import { AlertDialog, Dialog } from "radix-ui";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./button.tsx";

interface TextDialogProps {
  readonly title: string;
  readonly label: string;
  readonly initial?: string;
  readonly isLong?: boolean;
  readonly submitLabel?: string;
  readonly onSubmit: (text: string) => void;
  readonly onClose: () => void;
}

/** Shows a dialog with a text field. It is open while it is rendered. */
export function TextDialog(props: TextDialogProps) {
  const { title, label, initial = "", isLong = false, submitLabel, onSubmit, onClose } = props;
  const { t } = useTranslation();
  const [text, setText] = useState(initial);
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "") onSubmit(text.trim());
  };
  const field = {
    id,
    value: text,
    className: "field",
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setText(target.value),
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content className="dialog" aria-describedby={undefined}>
          <Dialog.Title className="dialog-title">{title}</Dialog.Title>
          <form onSubmit={submit}>
            <label htmlFor={id}>{label}</label>
            {isLong ? <textarea {...field} rows={8} /> : <input {...field} type="text" />}
            <FormActions
              label={submitLabel ?? t("action.save")}
              isDisabled={text.trim() === ""}
              onClose={onClose}
            />
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
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
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="overlay" />
        <AlertDialog.Content className="dialog">
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

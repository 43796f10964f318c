/** The frame of a dialog over a view. It is open while it is rendered, and returns the focus to where it came from. */
import { Dialog } from "radix-ui";
import { type ReactNode, useState } from "react";

interface FrameProps {
  readonly title: string;
  /** What the dialog is for; announced by screen readers. */
  readonly description?: string | undefined;
  readonly size?: "wide" | "high" | undefined;
  /** Chooses what is focused when the dialog opens; by default its first field. */
  readonly onOpenAutoFocus?: (event: Event) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function DialogFrame(props: FrameProps) {
  const { title, description, size, onOpenAutoFocus, onClose, children } = props;
  const returnFocus = useFocusReturn();
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content
          className={size === undefined ? "dialog" : `dialog dialog-${size}`}
          onCloseAutoFocus={returnFocus}
          {...(onOpenAutoFocus !== undefined && { onOpenAutoFocus })}
          {...(description === undefined && { "aria-describedby": undefined })}
        >
          <Dialog.Title className="dialog-title">{title}</Dialog.Title>
          {description === undefined ? null : (
            <Dialog.Description className="muted section-text">{description}</Dialog.Description>
          )}
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Returns a handler for the end of a dialog. A dialog that is open from its first render has no trigger to return to. */
export function useFocusReturn(): (event: Event) => void {
  const [before] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected;
    (isThere ? before : document.getElementById("content"))?.focus();
  };
}

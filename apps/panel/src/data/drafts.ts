/** Texts that a person typed and has not saved. They are kept until the page is left, so that a closed dialog loses nothing. */
import { useState } from "react";

const drafts = new Map<string, string>();

interface Draft {
  readonly text: string;
  readonly change: (text: string) => void;
  /** Forgets the draft, once it is saved. */
  readonly clear: () => unknown;
}

/** `key`: what the text is for; null keeps no draft. Without a draft the text is `initial`. */
export function useDraft(key: string | null, initial: string): Draft {
  const [text, setText] = useState(() => drafts.get(key ?? "") ?? initial);
  const change = (next: string) => {
    if (key !== null) drafts.set(key, next);
    setText(next);
  };
  return { text, change, clear: () => drafts.delete(key ?? "") };
}

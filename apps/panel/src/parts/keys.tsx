/** The keys of each view: as a hint below its content, and in a dialog with those that work everywhere. */
import { useLocation } from "@tanstack/react-router";
import { useRef } from "react";
import { setPreferences, usePreferences } from "../data/preferences.ts";
import type { en } from "../i18n/en.ts";
import { useWords } from "../i18n/words.ts";
import { Button } from "./button.tsx";
import { DialogFrame } from "./dialog-frame.tsx";

/** Keys and the key of their text under `keys`. A key with a name under `keyName` is shown by this name. */
type Keys = readonly (readonly [keys: string, text: keyof (typeof en)["keys"]])[];

const VIEW_KEYS = {
  memories: [
    ["↑ ↓", "move"],
    ["x", "select"],
    ["Enter", "open"],
    ["/", "search"],
  ],
  code: [
    ["↑ ↓", "move"],
    ["Enter", "open"],
    ["/", "search"],
  ],
  review: [
    ["a", "accept"],
    ["e", "edit"],
    ["r", "reject"],
    ["b", "both"],
    ["l", "later"],
    ["z", "undo"],
  ],
  learned: [
    ["a", "keep"],
    ["e", "edit"],
    ["r", "drop"],
    ["l", "later"],
    ["z", "undo"],
  ],
  replay: [
    ["← →", "step"],
    ["p", "play"],
    ["Home End", "ends"],
  ],
} as const satisfies Readonly<Record<string, Keys>>;

type KeyedView = keyof typeof VIEW_KEYS;

export const isMac = /mac/i.test(navigator.platform);
export const PALETTE_KEY = isMac ? "⌘ K" : "Ctrl K";
const EVERYWHERE: Keys = [
  [PALETTE_KEY, "palette"],
  ["?", "help"],
  ["Tab", "next"],
  ["Escape", "close"],
];

const PLACES: readonly (readonly [KeyedView, RegExp])[] = [
  ["memories", /^\/memories\/?$/],
  ["code", /^\/code\/?$/],
  ["review", /^\/review/],
  ["learned", /^\/start\/learned/],
  ["replay", /^\/sessions\/.*\/replay/],
];

interface KeyHintsProps {
  readonly view: KeyedView;
  /** The only key without a button that shows it; default: no key has one. */
  readonly only?: string;
}

export function KeyHints({ view, only }: KeyHintsProps) {
  const { t } = useWords();
  const { hasShortcuts } = usePreferences();
  const keys: Keys = VIEW_KEYS[view];
  if (!hasShortcuts) return null;
  return (
    <p className="keys">
      {keys
        .filter(([key]) => only === undefined || key === only)
        .map(([key, text]) => (
          <span key={key}>
            <Caps keys={key} /> {t(`keys.${text}`)}
          </span>
        ))}
    </p>
  );
}

function Caps({ keys }: { readonly keys: string }) {
  const { word } = useWords();
  return keys.split(" ").map((key) => <kbd key={key}>{word("keyName", key, key)}</kbd>);
}

export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useWords();
  const { hasShortcuts } = usePreferences();
  const close = useRef<HTMLButtonElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const view = PLACES.find(([, pattern]) => pattern.test(path))?.[0];
  return (
    <DialogFrame
      title={t("keys.title")}
      onClose={onClose}
      onOpenAutoFocus={(event) => {
        // Not the checkbox, which a second press of a key would switch off.
        event.preventDefault();
        close.current?.focus();
      }}
    >
      {view === undefined ? null : <KeyList title={t("keys.here")} keys={VIEW_KEYS[view]} />}
      <KeyList title={t("keys.everywhere")} keys={EVERYWHERE} />
      <label className="mode">
        <input
          type="checkbox"
          checked={hasShortcuts}
          onChange={({ target }) => setPreferences({ hasShortcuts: target.checked })}
        />
        <span>
          <strong>{t("keys.single")}</strong>
          <span className="muted">{t("keys.singleText", { palette: PALETTE_KEY })}</span>
        </span>
      </label>
      <div className="dialog-actions">
        <Button look="primary" ref={close} onClick={onClose}>
          {t("action.close")}
        </Button>
      </div>
    </DialogFrame>
  );
}

function KeyList({ title, keys }: { readonly title: string; readonly keys: Keys }) {
  const { t } = useWords();
  return (
    <section className="key-list">
      <h3>{title}</h3>
      <dl>
        {keys.map(([key, text]) => (
          <div key={key}>
            <dt>
              <Caps keys={key} />
            </dt>
            <dd>{t(`keys.${text}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

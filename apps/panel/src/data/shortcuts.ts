/**
 * Single-key shortcuts that are active while the user is not typing. A person can switch them off, because a voice program or
 * a stray hand types single keys.
 */
import { useEffect, useRef } from "react";
import { preferences } from "./preferences.ts";

export type Shortcuts = Readonly<Record<string, () => void>>;

/**
 * Runs the function of the pressed key, named as in `KeyboardEvent.key`. The caller may pass new functions on each render.
 */
export function useShortcuts(shortcuts: Shortcuts, isActive = true): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    if (!isActive) return undefined;
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (!preferences().hasShortcuts) return;
      const act = latest.current[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, [isActive]);
}

/** Returns whether the target is inside a field, a dialog or a menu. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      "input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]",
    ) !== null
  );
}

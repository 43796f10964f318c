/** Single keys that act where nothing is being typed. */
import { useEffect, useRef } from "react";

export type Shortcuts = Readonly<Record<string, () => void>>;

/** By the key that was pressed, as `KeyboardEvent.key` names it; the caller may pass new functions at each render. */
export function useShortcuts(shortcuts: Shortcuts, isActive = true): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    if (!isActive) return undefined;
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const act = latest.current[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, [isActive]);
}

/** In a field, or in something that lies over the page. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      "input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]",
    ) !== null
  );
}

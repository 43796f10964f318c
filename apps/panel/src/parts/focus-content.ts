/** Focuses the content of the page if nothing is focused, so that a keyboard continues there and not at the top. */
export function focusContent(): void {
  if (document.activeElement !== document.body) return;
  document.getElementById("content")?.focus({ preventScroll: true });
}

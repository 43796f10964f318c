/** Writes a hook's answer in a form that hosts accept: Claude Code's, or the text alone. */

/** Returns a JSON object that contains only the context; "" for an empty context. */
export function hookContext(event: string, context: string): string {
  if (context === "") return "";
  return JSON.stringify({
    hookSpecificOutput: { hookEventName: event, additionalContext: context },
  });
}

/** Returns the same without the event's name, as Copilot CLI and our own plugins expect it. */
export function plainContext(context: string): string {
  return context === "" ? "" : JSON.stringify({ additionalContext: context });
}

/** What a host accepts as text for the model: in the form of Claude Code, or the text alone. */

/** One JSON object with nothing in it but that; "" for nothing. */
export function hookContext(event: string, context: string): string {
  if (context === "") return "";
  return JSON.stringify({
    hookSpecificOutput: { hookEventName: event, additionalContext: context },
  });
}

/** The same without the moment's name, as Copilot CLI and our own plugins take it. */
export function plainContext(context: string): string {
  return context === "" ? "" : JSON.stringify({ additionalContext: context });
}

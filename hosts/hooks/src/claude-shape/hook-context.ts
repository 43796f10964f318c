/** What Claude Code, and those who took over its form, accept as text for the model. */

/** One JSON object with nothing in it but that; "" for nothing. */
export function hookContext(event: string, context: string): string {
  if (context === "") return "";
  return JSON.stringify({
    hookSpecificOutput: { hookEventName: event, additionalContext: context },
  });
}

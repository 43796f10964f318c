/** How much of an event is stored, and when an idle session counts as over. */

export const OBSERVE = {
  /** Characters of a tool's output: an error and its context. */
  maxOutputChars: 6000,
  /** Characters of a tool's input: both sides of an edit. */
  maxInputChars: 3000,
  /** Characters of a prompt or reply. Longer prompts are pasted documents. */
  maxTextChars: 8000,
  /** Running sessions whose prompts are searched for rules. */
  runningSessions: 5,
  /** New events of a running session, after which it is analysed again: about 20 steps. */
  earlyEveryEvents: 40,
  /** Events of a running session. A longer one is analysed at its end. */
  earlyMaxEvents: 2000,
  /** Minutes without an event, after which a session counts as over. A crashed session sends no end. */
  idleMinutes: 60,
} as const;

/**
 * Detects whether a user's message contains text that another person wrote, such as a ticket, a review, a mail or a page.
 * Such text is not a statement of the user. Logs and code that a user pastes are local and do not count.
 */

/** Patterns of pasted text; a single match is enough. */
const CERTAIN: readonly RegExp[] = [
  // Quoted lines, as written by mail programs and issue trackers.
  /^[ \t]{0,3}>[ \t]?\S/m,
  // Mail headers.
  /^(?:From|To|Cc|Subject|Reply-To|Date|Sent):[ \t]\S.*\n(?:.*\n){0,3}?(?:From|To|Cc|Subject|Reply-To|Date|Sent):[ \t]/im,
  /^On .{4,80} wrote:[ \t]*$/m,
  /^-{2,}[ \t]*(?:Original Message|Forwarded message)/im,
  // Headings of tickets and pull requests.
  /^#{1,4}[ \t]*(?:summary|description|steps to reproduce|expected (?:behaviou?r|result)|actual (?:behaviou?r|result)|what happened|acceptance criteria|motivation|test plan|walkthrough|changes|reproduction|environment|bug report|feature request|review comments?|additional context|proposed solution)\b/im,
  /^\*\*(?:describe the bug|to reproduce|expected behaviou?r|steps to reproduce|acceptance criteria|additional context|summary|description)\b/im,
  /^(?:steps to reproduce|expected behaviou?r|actual behaviou?r|describe the bug|acceptance criteria)[ \t]*:?[ \t]*$/im,
  // Phrases that name the author or the program that wrote the text.
  /\b(?:opened this (?:issue|pull request)|(?:commented|reviewed|requested changes) (?:on|\d+ \w+ ago|yesterday|last)|(?:reported|filed|opened|created|written|posted) by (?!(?:the|an?|our|each|every|hand|default)\b)@?\w+(?![\w./-])|reporter:|assignee:|labels?:[ \t]*\w+,|co-authored-by:|signed-off-by:)/i,
  /(?:^|🤖 )Generated (?:with|by) \[?[A-Z]\w+/m,
  /\w\[bot\]|@(?:coderabbitai|dependabot|copilot|github-actions|renovate|greptile\w*|sourcery-ai)\b/i,
  // Phrases in which the user attributes the text to another person.
  /\b(?:ticket|issue|bug report|report|mail|email|e-mail|message|review(?:er)?|comment|customer|client|page|site|docs?|documentation|article|post|thread|they|he|she|someone|somebody|blog|chat(?:gpt)?|gist|forum|slack|jira|linear)\b[^.?!\n]{0,40}\b(?:says?|said|reads?|writes?|wrote|asks?|asked|states?|suggests?|suggested|claims?|recommends?|recommended)\b[ \t]*(?:that\b)?[ \t]*(?::|["“‘]|\n)/i,
  /\b(?:someone|somebody|a (?:user|customer|client|colleague|coworker)|they|he|she)\b[^.?!\n]{0,30}\b(?:filed|sent|opened|posted|wrote|reported|pasted|raised)\b/i,
  /\b(?:(?:this|the|following|attached|new|github|gitlab|jira|linear|her|his|their) )+(?:ticket|issue|bug report|pr|pull request|mail|e-?mail|review|comment|thread|message|article|page)s?\b[^.?!\n]{0,40}:[ \t]*(?:["“‘]|\n)/i,
  /\b(?:(?:this|the|following|attached|new|her|his|their) )+(?:ticket|bug report|e-?mail|review comment|comment)s?\b[^.?!:\n]{0,40}:[ \t]+(?!https?:)\S.{40}/i,
  // A line that introduces the text of others, and lines of a chat.
  /^[^\n]{0,80}\b(?:wiki|slack|teams|discord|confluence|notion|thread|channel|forum|review)\b[^\n:]{0,60}:[ \t]*\n[ \t]*\S/im,
  /^[ \t]*@[a-z][\w.-]*:[ \t]+\S+ \S/im,
  // Ticket output of `gh` and similar programs.
  /^(?:.*\b)?(?:title|state|author):\t.*\n(?:title|state|author):\t/m,
  /\b(?:ticket|issue|review|comment|mail|e-?mail|message|article|page|thread)\b[^\n]{0,60}\bfrom (?:github|gitlab|jira|linear|slack|the web|a (?:user|customer|client)|our (?:user|customer|client)s?)\b/i,
  // What the button of Cursor's review sends.
  /^Verify (?:these issues exist and fix them|this issue exists and fix it):/m,
  // A table.
  /^[ \t]*\|.+\|[ \t]*\n[ \t]*\|[ \t:|-]+\|[ \t]*$/m,
  /^[ \t]*<(?:issue_description|issue|pr_description|ticket|comment|review|email|document|webpage|article|details)\b[^>\n]{0,80}>/im,
];

/** Address of a page whose text may follow in the message. */
const ADDRESS = /\bhttps?:\/\/(?!localhost|127\.)\S+/;
/** Maximum characters that people type next to an address. A longer message with an address counts as pasted. */
const MAX_TYPED = 600;

export function holdsPastedText(text: string): boolean {
  if (OWN_PLAN.test(text)) return false;
  // Code blocks are neither the user's prose nor another person's.
  const prose = text.slice(0, MAX_READ).replace(/```[^\n]*\n[\s\S]*?(?:\n```|$)/g, "\n");
  if (CERTAIN.some((pattern) => pattern.test(prose))) return true;
  return prose.length > MAX_TYPED && ADDRESS.test(prose);
}

/** A plan that the agent wrote in the previous session; hosts send it as a user message. */
const OWN_PLAN = /^\s*implement the following plan:?\s*\n/i;

/** Maximum characters that are checked. A longer message is a document, and its beginning decides. */
const MAX_READ = 20_000;

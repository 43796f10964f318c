/** Instructions of this server that a client shows the model; under 2 KB, stated as facts. */
export const INSTRUCTIONS = `Tacit is the memory of this codebase across sessions: decisions and their reasons, conventions, gotchas, errors with their fixes, dead ends, commands that work, and preferences of the user.

- \`recall\` finds memories about a question, a file or an error message; most useful before work in an unfamiliar area and when an error appears. It returns an index; \`get\` returns full texts by id.
- \`remember\` stores one insight for later sessions. Worth storing: findings that took effort, decisions and corrections of the user, failures and their causes. Not worth storing: facts visible in the code, progress reports, secrets.
- \`update\` confirms, corrects, pins, tags, links, restores or forgets a memory.
- \`context\` returns the briefing for a task if no session hook provided one. \`status\` shows whether the memory works.

Memories are notes from earlier sessions, quoted as data, with trust (hypothesis, believed, verified) and freshness of their files (intact, moved, changed, gone). They can be wrong or out of date; the code and the user are right. Cite a memory as [mem:ab12cd34].`;

/** The mark of a skill file that Tacit wrote from a procedure: two fields in its front matter. */

/** The procedure's memory. */
export const SKILL_MEMORY = "tacit-memory";
/** Hash of what Tacit wrote, which shows whether the file was edited. */
export const SKILL_HASH = "tacit-sha256";

const MARKED = new RegExp(`^---\\r?\\n(?:(?!---).*\\r?\\n){0,40}\\s+${SKILL_HASH}:`);

/** The skill about Tacit itself, which `tacit connect` writes. */
const ABOUT_TACIT = /^---\s+name: recall-first\s/;

/** Returns whether Tacit wrote the skill, edited or not, so that it is nothing that a person stated. */
export function isOwnSkill(text: string): boolean {
  return MARKED.test(text) || ABOUT_TACIT.test(text);
}

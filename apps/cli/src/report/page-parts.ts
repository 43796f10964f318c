/** What a report's page is made of: sections that fold, and other people's words. */
import { type Html, html, type Part } from "./html.ts";
import { oneLine } from "./report-words.ts";

export interface Section {
  readonly id: string;
  readonly title: string;
  /** How many there are; "" for none to be told. */
  readonly count: string;
  readonly isOpen: boolean;
  readonly body: Part;
}

/** The anchor is inside: whoever follows a link to a part that is folded sees it unfolded. */
export function sectionOf({ id, title, count, isOpen, body }: Section): Html {
  const open = isOpen ? { html: " open" } : null;
  return html`<details class="part"${open}><summary><h2>${title}</h2>${count === "" ? null : html` <span class="count">${count}</span>`}</summary><div class="body" id="${id}">${body}</div></details>`;
}

/** Somebody else's words: their direction of writing stays inside. */
export function words(text: string, limit?: number): Html {
  return html`<bdi>${oneLine(text, limit)}</bdi>`;
}

/** The same; what stands in backticks as the code that it is. */
export function prose(text: string, limit?: number): Html {
  const parts = oneLine(text, limit).split(/`([^`]+)`/);
  return html`<bdi>${parts.map((part, i) => (i % 2 === 1 ? html`<code>${breakable(part)}</code>` : part))}</bdi>`;
}

export function codeWords(text: string, limit?: number): Html {
  return html`<code><bdi>${breakable(oneLine(text, limit))}</bdi></code>`;
}

/** One after the other, as people list things. */
export function codeList(all: readonly string[], limit?: number): Part {
  return all.map((item, i) => html`${i === 0 ? "" : ", "}${codeWords(item, limit)}`);
}

/** A long path breaks between its folders rather than inside a name. */
function breakable(text: string): Part {
  return text
    .split(/(?<=[^\s/]\/)(?=[^\s/])/)
    .map((part, i) => (i === 0 ? part : html`<wbr>${part}`));
}

export function beyond(count: number): Part {
  return count > 0 ? html`<p class="quiet">and ${count} more</p>` : null;
}

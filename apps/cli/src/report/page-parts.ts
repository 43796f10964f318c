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

export function sectionOf({ id, title, count, isOpen, body }: Section): Html {
  const open = isOpen ? { html: " open" } : null;
  return html`<details class="part" id="${id}"${open}><summary><h2>${title}</h2>${count === "" ? null : html` <span class="count">${count}</span>`}</summary>${body}</details>`;
}

/** Somebody else's words: their direction of writing stays inside. */
export function words(text: string, limit?: number): Html {
  return html`<bdi>${oneLine(text, limit)}</bdi>`;
}

export function codeWords(text: string, limit?: number): Html {
  return html`<code><bdi>${oneLine(text, limit)}</bdi></code>`;
}

export function beyond(count: number): Part {
  return count > 0 ? html`<p class="quiet">and ${count} more</p>` : null;
}

/** Building blocks of a report page: collapsible sections, and other people's text. */
import { type Html, html, type Part } from "./html.ts";
import { oneLine } from "./report-words.ts";

export interface Section {
  readonly id: string;
  readonly title: string;
  /** Number of entries; "" to show none. */
  readonly count: string;
  readonly isOpen: boolean;
  readonly body: Part;
}

/** Returns a collapsible section. The anchor is inside, so that following a link to a collapsed section opens it. */
export function sectionOf({ id, title, count, isOpen, body }: Section): Html {
  const open = isOpen ? { html: " open" } : null;
  return html`<details class="part"${open}><summary><h2>${title}</h2>${count === "" ? null : html` <span class="count">${count}</span>`}</summary><div class="body" id="${id}">${body}</div></details>`;
}

/** Returns other people's text, isolated so that its text direction does not affect the rest. */
export function words(text: string, limit?: number): Html {
  return html`<bdi>${oneLine(text, limit)}</bdi>`;
}

/** Returns such text with parts in backticks shown as code. */
export function prose(text: string, limit?: number): Html {
  const parts = oneLine(text, limit).split(/`([^`]+)`/);
  return html`<bdi>${parts.map((part, i) => (i % 2 === 1 ? html`<code>${breakable(part)}</code>` : part))}</bdi>`;
}

export function codeWords(text: string, limit?: number): Html {
  return html`<code><bdi>${breakable(oneLine(text, limit))}</bdi></code>`;
}

/** Returns code items separated by commas. */
export function codeList(all: readonly string[], limit?: number): Part {
  return all.map((item, i) => html`${i === 0 ? "" : ", "}${codeWords(item, limit)}`);
}

/** Allows a long path to break between folders instead of inside a name. */
function breakable(text: string): Part {
  return text
    .split(/(?<=[^\s/]\/)(?=[^\s/])/)
    .map((part, i) => (i === 0 ? part : html`<wbr>${part}`));
}

export function beyond(count: number): Part {
  return count > 0 ? html`<p class="quiet">and ${count} more</p>` : null;
}

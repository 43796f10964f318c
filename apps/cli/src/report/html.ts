/** Builds HTML so that text cannot become markup: everything but our own markup is escaped. */

export interface Html {
  readonly html: string;
}

export type Part = Html | string | number | null | readonly Part[];

/** Tag for markup with parts: text and numbers are escaped, `Html` is inserted as it is, lists are concatenated. */
export function html(markup: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return {
    html: markup
      .map((item, i) => item + (i < parts.length ? rendered(parts[i] ?? null) : ""))
      .join(""),
  };
}

function rendered(part: Part): string {
  if (part === null) return "";
  if (typeof part === "number") return String(part);
  if (typeof part === "string") return escaped(part);
  return "html" in part ? part.html : part.map(rendered).join("");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"'`]/g, (item) => ENTITIES[item] ?? item);
}

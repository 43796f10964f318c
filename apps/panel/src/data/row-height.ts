/** The height of a row that a style sheet gives in rem, because a person may have chosen a larger text. */

/** Returns pixels. `rem`: the height in the style sheet. */
export function rowHeight(rem: number): number {
  return rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

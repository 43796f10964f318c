/** Reads ids as agents copy them: `[mem:ab12cd34]`, `mem:ab12cd34`, `ab12cd34` are one id; `[ses:…]` is a passage's. */
export function memoryId(text: string): string {
  return text
    .trim()
    .replace(/^\[?(?:mem:)?/i, "")
    .replace(/\]$/, "")
    .toLowerCase();
}

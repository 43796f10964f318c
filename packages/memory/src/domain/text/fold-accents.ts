/** Text without accents, which many people do not type. Pure. */
import { isAscii } from "@tacit-memory/files";

export function withoutAccents(text: string): string {
  return isAscii(text) ? text : text.normalize("NFD").replace(/[\u0300-\u036f]/g, "");
}

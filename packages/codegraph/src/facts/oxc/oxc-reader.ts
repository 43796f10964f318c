/**
 * Reads TypeScript and JavaScript with oxc's parser: a quarter of tree-sitter's time. It is native code that no text
 * should end our process with, so it is loaded only in a process of its own (decision 0029).
 */
import type { Language, OxcDialect } from "../languages/language.ts";
import type { Item } from "../parser/captures.ts";
import { OxcItems } from "./oxc-items.ts";

type Oxc = typeof import("oxc-parser");

export interface OxcReader {
  /** Null where this is not for oxc, or what it reads is not whole: tree-sitter makes something of that. */
  readonly itemsOf: (language: Language, text: string) => Item[] | null;
}

/** Null where it is not installed, or not for this machine. */
export async function openOxc(): Promise<OxcReader | null> {
  let oxc: Oxc;
  try {
    oxc = await import("oxc-parser");
    if (!oxc.rawTransferSupported()) return null;
    // Its memory is asked for once, and much of it; what cannot be had is known here.
    parsed(oxc, "ts", "");
  } catch {
    return null;
  }
  const items = new OxcItems();
  const [plain, withJsx] = [false, true].map((hasJsx) => new oxc.Visitor(items.visitor(hasJsx)));
  return {
    itemsOf: ({ oxc: dialect }, text) => {
      if (dialect === undefined) return null;
      try {
        const program = parsedAs(oxc, dialect, text);
        const visitor = dialect === "ts" ? plain : withJsx;
        return program && items.collect(text, () => visitor?.visit(program));
      } catch {
        // Nested deeper than objects of it can be made or visited.
        return null;
      }
    },
  };
}

function parsedAs(oxc: Oxc, dialect: OxcDialect, text: string) {
  return parsed(oxc, dialect, text) ?? (dialect === "ts" ? parsed(oxc, "dts", text) : null);
}

/** Null for a text with errors. */
function parsed(oxc: Oxc, lang: OxcDialect | "dts", text: string) {
  const { errors, program } = oxc.parseSync(`file.${lang}`, text, {
    lang,
    sourceType: lang === "jsx" ? "unambiguous" : "module",
    experimentalRawTransfer: true,
  } as Parameters<Oxc["parseSync"]>[2]);
  return errors.length > 0 ? null : program;
}

/**
 * Reads TypeScript and JavaScript with oxc's parser, in a quarter of tree-sitter's time. Its native code could crash on some
 * text, so it is loaded only in a separate process (decision 0029).
 */
import type { Language, OxcDialect } from "../languages/language.ts";
import type { Item } from "../parser/items.ts";
import { OxcItems } from "./oxc-items.ts";

type Oxc = typeof import("oxc-parser");

export interface OxcReader {
  /** Null if the language is not for oxc or the text has errors; then tree-sitter reads the file. */
  readonly itemsOf: (language: Language, text: string) => Item[] | null;
}

/** Returns null if oxc is not installed or does not support this machine. */
export async function openOxc(): Promise<OxcReader | null> {
  let oxc: Oxc;
  try {
    oxc = await import("oxc-parser");
    if (!oxc.rawTransferSupported()) return null;
    // oxc allocates much memory on first use; if that fails, it fails here.
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
        // Nested too deep to create or visit the nodes.
        return null;
      }
    },
  };
}

function parsedAs(oxc: Oxc, dialect: OxcDialect, text: string) {
  return parsed(oxc, dialect, text) ?? (dialect === "ts" ? parsed(oxc, "dts", text) : null);
}

/** Returns null for a text with errors. */
function parsed(oxc: Oxc, lang: OxcDialect | "dts", text: string) {
  const { errors, program } = oxc.parseSync(`file.${lang}`, text, {
    lang,
    sourceType: lang === "jsx" ? "unambiguous" : "module",
    experimentalRawTransfer: true,
  } as Parameters<Oxc["parseSync"]>[2]);
  return errors.length > 0 ? null : program;
}

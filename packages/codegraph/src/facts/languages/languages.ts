/** Determines the language of a file by its extension. */
import { KOTLIN } from "../kotlin/kotlin.ts";
import { RUBY } from "../ruby/ruby-language.ts";
import { SWIFT } from "../swift/swift.ts";
import { COMPONENTS } from "./components.ts";
import { C, CPP } from "./cpp.ts";
import { CSHARP } from "./csharp.ts";
import { GO } from "./go.ts";
import { JAVA } from "./java.ts";
import type { Language } from "./language.ts";
import { OUTLINES } from "./outlines.ts";
import { PHP } from "./php.ts";
import { PYTHON } from "./python.ts";
import { RUST } from "./rust.ts";
import { JAVASCRIPT, TSX, TYPESCRIPT } from "./typescript.ts";

const LANGUAGES: readonly Language[] = [
  TYPESCRIPT,
  TSX,
  JAVASCRIPT,
  PYTHON,
  GO,
  RUST,
  JAVA,
  CSHARP,
  PHP,
  RUBY,
  C,
  CPP,
  KOTLIN,
  SWIFT,
  ...COMPONENTS,
  ...OUTLINES,
];

const BY_EXTENSION = new Map(
  LANGUAGES.flatMap((language) =>
    language.extensions.map((extension) => [extension, language] as const),
  ),
);

export function languageOf(path: string): Language | undefined {
  const dot = path.lastIndexOf(".");
  return dot < 0 ? undefined : BY_EXTENSION.get(path.slice(dot).toLowerCase());
}

/** Returns whether a file only declares, and may declare names for all files of its package: `types.d.ts`. */
export const isDeclarationFile = (path: string) => /\.d\.[mc]?ts$/.test(path);

const WITH_GLOBAL_NAMES = new Set(
  LANGUAGES.flatMap((language) => (language.hasGlobalNames === true ? [language.name] : [])),
);

/** Returns whether names of this language can be visible without an import of the file that declares them. */
export function hasGlobalNames(language: string): boolean {
  return WITH_GLOBAL_NAMES.has(language);
}

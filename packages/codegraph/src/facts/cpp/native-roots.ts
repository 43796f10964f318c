/** How expressions of C and C++ can start where those of other languages cannot. */
import { SCOPE_MARK } from "../text-scanner.ts";

/** Words of C and C++ that are no names. */
const NOT_NATIVE = new Set(
  "nullptr NULL sizeof alignof decltype typeid delete throw return co_await co_yield operator".split(
    " ",
  ),
);
export const isNativeWord = (name: string) => NOT_NATIVE.has(name);

/** Returns the chain of a name that is more than a name; undefined for others. `at`: the offset after it. */
export function nativeRoot(name: string, text: string, at: number): string | undefined {
  if (NOT_NATIVE.has(name)) return name === "nullptr" || name === "NULL" ? "?" : "";
  return text.startsWith("::", at) ? name + SCOPE_MARK : undefined;
}

export interface Cast {
  /** `prefix`: the value follows. `call`: it follows in brackets. `same`: it follows in brackets and keeps its type. */
  readonly kind: "prefix" | "call" | "same";
  readonly type: string;
  /** The type that holds it. */
  readonly pointer: string | undefined;
  readonly end: number;
}

/** A cast of C, where the brackets cannot contain a value, or one of C++ up to the bracket of its value. */
const CAST =
  /\(\s*((?:const\s+|volatile\s+)*(?:(?:struct|union|enum|unsigned|signed|const)\s+[\w:]+(?:<[^<>()]*>)?[\s*&]*|[\w:]+(?:<[^<>()]*>)?\s*(?:const\s*)?[*&][\s*&]*(?:const\s*)?))\)\s*(?=[\w(&*"'~!-])|(?:static|dynamic|reinterpret|const)_(?:pointer_)?cast\s*<((?:[^<>;{}]|<(?:[^<>;{}]|<[^<>;{}]*>)*>)*)>\s*(?=\()|(?:std::|absl::)?make_(unique|shared)\s*<((?:[^<>;{}]|<(?:[^<>;{}]|<[^<>;{}]*>)*>)*)>\s*(?=\()/y;
/** Functions that return their argument. */
const IDENTITY_FUNCTIONS = /std::(?:move|forward\s*<[^<>()]*>|ref|cref|as_const)\s*(?=\()/y;

export function castAt(text: string, at: number): Cast | undefined {
  IDENTITY_FUNCTIONS.lastIndex = at;
  if (IDENTITY_FUNCTIONS.test(text))
    return { kind: "same", type: "", pointer: undefined, end: IDENTITY_FUNCTIONS.lastIndex };
  CAST.lastIndex = at;
  const match = CAST.exec(text);
  if (match === null) return undefined;
  const [, prefix, named, pointer, made] = match;
  const type = prefix ?? named ?? made ?? "";
  return {
    kind: prefix === undefined ? "call" : "prefix",
    type,
    pointer: pointer === undefined ? undefined : `${pointer}_ptr`,
    end: CAST.lastIndex,
  };
}

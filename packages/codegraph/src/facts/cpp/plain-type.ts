/** Writes C and C++ types like those of the other languages: without qualifiers and pointers, with dots between names. */

const WORDS =
  /\b(?:const|volatile|struct|class|union|enum|typename|mutable|register|static|inline|constexpr|extern|restrict|__restrict|__restrict__|thread_local|_Atomic|friend|virtual|explicit)\b/g;
const NUMBER =
  /\b(?:unsigned|signed)\b\s*(?:(?:long|short|int|char)\b\s*)*|\b(?:long|short)\b\s*(?:(?:long|short|int|double)\b\s*)*/g;
const ATTRIBUTES =
  /\[\[[^[\]]*\]\]|__attribute__\s*\(\([^()]*(?:\([^()]*\)[^()]*)*\)\)|alignas\([^()]*\)/g;

/** Deeper template arguments before `::` are rare. */
const MAX_NESTED = 4;

export function plainCppType(text: string): string {
  const brace = text.indexOf("{");
  let plain = plainNames(brace < 0 ? text : text.slice(0, brace));
  // `A<T>::B` is read as `A.B`: a member has the same declaration for all arguments.
  for (let depth = 0; depth < MAX_NESTED && plain.includes(">."); depth++) {
    const shorter = plain.replace(/<[^<>]*>(?=\.)/g, "");
    if (shorter === plain) break;
    plain = shorter;
  }
  return plain;
}

function plainNames(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, " ")
    .replace(ATTRIBUTES, " ")
    .replace(WORDS, " ")
    .replace(NUMBER, "int ")
    .replace(/[*&^]/g, " ")
    .replace(/\s*::\s*/g, ".")
    .replace(/\bdecltype\s*\(.*/s, "")
    .replace(/\s+/g, " ")
    .replace(/(^|[<,(]) ?\.(?!\.)/g, "$1")
    .replace(/ (?=[<>,.)])|(?<=[<,(]) /g, "")
    .trim();
}

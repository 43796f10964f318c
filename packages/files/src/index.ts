/** Safe reads and writes of files: regular files only, bounded, never blocking; a file is replaced as a whole. */
export { appendToFile } from "./append-to-file.ts";
export { isFile, isFolder } from "./file-kind.ts";
export { FNV_OFFSET, FNV_PRIME, fnv1a, fnv1aOfBytes } from "./fnv1a.ts";
export {
  asArray,
  asNumber,
  asRecord,
  asText,
  isRecord,
  type JsonRecord,
  parseJson,
} from "./json.ts";
export { type Lazy, lazily } from "./lazily.ts";
export { entriesIn, namesIn } from "./list-folder.ts";
export { isCode, type OpenFile, openToRead, READ_AT_ONCE } from "./open-to-read.ts";
export {
  type ProjectFile,
  type ReadRefusal,
  readProjectFile,
  readProjectText,
} from "./project-file.ts";
export { readFileAt, readSmallFile, readStartAt, readTextAt, readWhole } from "./read-file.ts";
export {
  type PreparedFile,
  prepareFile,
  type ReplaceOptions,
  replaceFile,
  replaceFileWith,
  withoutLinks,
} from "./replace-file.ts";
export { isAscii, scriptPattern } from "./script-pattern.ts";
export { serialQueue } from "./serial-queue.ts";

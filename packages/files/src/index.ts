/** Reads of files that somebody else may have put there: regular files only, bounded, never blocking. */
export { appendToFile } from "./append-to-file.ts";
export { isFile, isFolder } from "./file-kind.ts";
export { FNV_OFFSET, FNV_PRIME, fnv1a, fnv1aOfBytes } from "./fnv1a.ts";
export { removeLeftParts } from "./left-parts.ts";
export { type OpenFile, openToRead, READ_AT_ONCE } from "./open-to-read.ts";
export {
  type ProjectFile,
  type ReadRefusal,
  readProjectFile,
  readProjectText,
} from "./project-file.ts";
export { readFileAt, readSmallFile, readStartAt, readTextAt } from "./read-file.ts";
export { isAscii, scriptPattern } from "./script-pattern.ts";

/** Decides whether an installation is a useful lesson as the fix of an error. */
import { purposeOf } from "./command-shape.ts";

/** Matches errors about something missing or incompatible, which are the only ones that an installation can fix. */
const MISSING =
  /command not found|not recognized|cannot find|no module named|modulenotfound|could not (?:resolve|find)|not installed|unsupported|requires|peer dep|incompatible|version|NODE_MODULE_VERSION|was not found/i;

/**
 * Returns whether a command installs what the error itself names as missing, or everything in the manifest: everyone tries
 * that first. With options, extras or a package of another name it is worth storing.
 */
export function isObviousInstall(command: string, error: string): boolean {
  if (purposeOf(command) !== "install") return false;
  if (!MISSING.test(error)) return true;
  const words = command.split(" ").slice(1);
  if (words.some((word) => word.startsWith("-") || /[.[\]]/.test(word))) return false;
  const named = words.filter((word) => !/^(?:ci|i|install|add|get|sync|tidy|mod|pip)$/.test(word));
  const bare = named.map((word) => word.replace(/(?<=.)[@=<>~^].*$/, "").toLowerCase());
  return bare.every((word) => error.toLowerCase().includes(word));
}

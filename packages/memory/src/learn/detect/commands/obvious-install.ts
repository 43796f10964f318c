/** Does an installation teach anything as the fix of an error? */
import { purposeOf } from "./command-shape.ts";

/** Only when the error says that something is missing or does not fit can an installation mend it. */
const MISSING =
  /command not found|not recognized|cannot find|no module named|modulenotfound|could not (?:resolve|find)|not installed|unsupported|requires|peer dep|incompatible|version|NODE_MODULE_VERSION|was not found/i;

/**
 * Installing what the error itself names as missing, or all that the manifest lists: everybody tries that first. With options,
 * extras, or a package of another name it is worth knowing.
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

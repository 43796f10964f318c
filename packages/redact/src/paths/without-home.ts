/**
 * Removes people's home folders from texts that leave the machine's store: where a person's home is says nothing about the
 * work.
 */

interface Places {
  /** Project's folder on this machine; paths in it become relative. */
  readonly root: string;
  /** Folder in which the session worked, possibly on another machine; paths in it become relative too. */
  readonly cwd?: string | null | undefined;
  readonly userHome?: string | undefined;
}

/**
 * Beginnings of home paths: `/home/ann`, `/Users/ann`, `/root`, `C:\Users\ann`; then Claude Code's folder names made of them.
 */
const HOMES =
  /(?<![\w.~-])(?:(?:[A-Za-z]:)?(?:\/|\\{1,2})(?:home|Users)[\\/]{1,2}[^\s\\/:;,"'`()<>|&]+|\/root(?=[\s/:;,"'`)]|$))/g;
const FOLDER_NAMES = /(?<=projects[\\/])-(?:home|Users)-[^-\\/\s]+/g;

/** Returns a copy without home folders in any text; names of fields stay. */
export function homeless<T>(value: T, places: Places): T {
  const folders = [places.cwd, places.root, places.userHome]
    .filter((item): item is string => typeof item === "string" && item.length > 3)
    .sort((a, b) => b.length - a.length);
  const inside = folders.filter((folder) => folder !== places.userHome);
  return mapTexts(value, (text) => withoutHome(text, inside, places.userHome)) as T;
}

function withoutHome(
  text: string,
  inside: readonly string[],
  userHome: string | undefined,
): string {
  if (!/[\\/]/.test(text)) return text;
  let result = text;
  for (const folder of inside) result = cutOff(result, folder, "");
  if (userHome !== undefined && userHome.length > 3) result = cutOff(result, userHome, "~/");
  return result.replace(HOMES, "~").replace(FOLDER_NAMES, "~");
}

const GOES_ON = /[\w.-]/;

/** Removes the folder where it is a complete name: `/repository` does not contain `/repo`. */
function cutOff(text: string, folder: string, before: string): string {
  return text.split(folder).reduce((result, rest) => {
    if (/^[\\/]/.test(rest)) return `${result}${before}${rest.slice(1)}`;
    if (GOES_ON.test(rest[0] ?? "")) return `${result}${folder}${rest}`;
    return `${result}${before === "" ? "." : "~"}${rest}`;
  });
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, map)]));
}

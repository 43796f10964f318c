/** Takes people's home folders out of texts that leave the machine's store: where somebody lives tells nothing of the work. */

interface Places {
  /** Of the project here; paths in it become relative. */
  readonly root: string;
  /** Where the session worked, maybe on another machine; the same. */
  readonly cwd?: string | null | undefined;
  readonly userHome?: string | undefined;
}

/** `/home/ann`, `/Users/ann`, `/root`, `C:\Users\ann`, as paths begin; then Claude Code's folder names made of them. */
const HOMES =
  /(?<![\w.~-])(?:(?:[A-Za-z]:)?(?:\/|\\{1,2})(?:home|Users)[\\/]{1,2}[^\s\\/:;,"'`()<>|&]+|\/root(?=[\s/:;,"'`)]|$))/g;
const FOLDER_NAMES = /(?<=projects[\\/])-(?:home|Users)-[^-\\/\s]+/g;

/** A copy in which every text is told without them; names of fields stay. */
export function homeless<T>(value: T, places: Places): T {
  const folders = [places.cwd, places.root, places.userHome]
    .filter((one): one is string => typeof one === "string" && one.length > 3)
    .sort((a, b) => b.length - a.length);
  const inside = folders.filter((one) => one !== places.userHome);
  return mapTexts(value, (text) => withoutHome(text, inside, places.userHome)) as T;
}

function withoutHome(
  text: string,
  inside: readonly string[],
  userHome: string | undefined,
): string {
  if (!/[\\/]/.test(text)) return text;
  let told = text;
  for (const folder of inside) told = cutOff(told, folder, "");
  if (userHome !== undefined && userHome.length > 3) told = cutOff(told, userHome, "~/");
  return told.replace(HOMES, "~").replace(FOLDER_NAMES, "~");
}

const GOES_ON = /[\w.-]/;

/** Where the folder stands as a whole name: `/repo` is not what `/repository` begins with. */
function cutOff(text: string, folder: string, before: string): string {
  return text.split(folder).reduce((told, rest) => {
    if (/^[\\/]/.test(rest)) return `${told}${before}${rest.slice(1)}`;
    if (GOES_ON.test(rest[0] ?? "")) return `${told}${folder}${rest}`;
    return `${told}${before === "" ? "." : "~"}${rest}`;
  });
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, map));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, map)]));
}

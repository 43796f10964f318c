/** Finds the file that a `require` of Ruby means: in folders named `lib`, in the root, or by a unique end of its path. */
import { push } from "../../maps.ts";
import { folderOf, joined } from "./project-config.ts";

/** Folders whose files are required by the path in them. */
const ROOT = /^((?:.*\/)?(?:lib|app|test|spec|ext))\/(.+)$/;

export function rubyModules(
  has: (path: string) => boolean,
  paths: readonly string[],
): (from: string, specifier: string) => string | undefined {
  const inRoots = new Map<string, string[]>();
  for (const path of paths) {
    if (!path.endsWith(".rb")) continue;
    for (let at = ROOT.exec(path); at !== null; at = ROOT.exec(at[1] ?? "")) {
      const name = path.slice((at[1] ?? "").length + 1);
      push(inRoots, name, path);
    }
  }
  return (from, specifier) => {
    const wanted = /\.(?:rb|rake|ru)$/.test(specifier) ? specifier : `${specifier}.rb`;
    const isBeside = wanted.startsWith("./");
    const direct = isBeside ? joined(folderOf(from), wanted) : joined("", wanted);
    if (direct !== undefined && direct !== from && has(direct)) return direct;
    if (isBeside) return undefined;
    const found = inRoots.get(wanted)?.filter((path) => path !== from) ?? [];
    return found.length < 2 ? found[0] : nearest(from, found);
  };
}

function nearest(from: string, paths: readonly string[]): string | undefined {
  const shared = (path: string) => {
    const [own, other] = [from.split("/"), path.split("/")];
    const differs = own.findIndex((part, at) => part !== other[at]);
    return differs < 0 ? own.length : differs;
  };
  return [...paths].sort((one, other) => shared(other) - shared(one))[0];
}

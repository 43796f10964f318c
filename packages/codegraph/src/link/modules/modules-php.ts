/** Resolves PHP names to files by the PSR-4 folders of composer.json. */
import {
  type ConfigFiles,
  folderOf,
  joined,
  nameOf,
  parseLenient,
  record,
} from "./project-config.ts";

export function phpModules(
  has: (path: string) => boolean,
  config: ConfigFiles,
  beside: (from: string, specifier: string) => string | undefined,
) {
  const roots = rootsIn(config);
  return (from: string, specifier: string): string | undefined => {
    if (specifier.endsWith(".php")) return beside(from, specifier);
    for (const { prefix, folder } of roots) {
      if (!specifier.startsWith(prefix)) continue;
      const rest = specifier.slice(prefix.length).replaceAll(".", "/");
      const path = joined(folder, `${rest}.php`);
      if (path !== undefined && has(path)) return path;
    }
    return undefined;
  };
}

interface Root {
  /** A namespace with a dot at its end, or "". */
  readonly prefix: string;
  readonly folder: string;
}

/** Returns the folders of namespaces, the longest namespace first. */
function rootsIn(config: ConfigFiles): Root[] {
  return config.paths
    .filter((path) => nameOf(path) === "composer.json")
    .flatMap((path) => rootsOf(path, parseLenient(config.read(path))))
    .sort((a, b) => b.prefix.length - a.prefix.length);
}

function rootsOf(path: string, composer: Record<string, unknown> | undefined): Root[] {
  return ["autoload", "autoload-dev"]
    .flatMap((key) => Object.entries(record(record(composer?.[key])?.["psr-4"]) ?? {}))
    .flatMap(([prefix, value]) => [value].flat().map((folder) => ({ prefix, folder })))
    .flatMap(({ prefix, folder }) => {
      const full = typeof folder === "string" ? joined(folderOf(path), folder) : undefined;
      return full === undefined ? [] : [{ prefix: prefix.replaceAll("\\", "."), folder: full }];
    });
}

/** Resolves a Java name to a file whose path ends with it, without knowing the source root. */

import { push } from "../../maps.ts";
import type { FolderModules } from "./modules-go.ts";
import { folderOf, nameOf } from "./project-config.ts";

const NONE: readonly string[] = [];

export function javaModules(paths: readonly string[]): FolderModules {
  const byName = new Map<string, string[]>();
  const byPackage = new Map<string, string[]>();
  for (const path of paths) {
    if (!path.endsWith(".java")) continue;
    push(byName, nameOf(path), path);
    push(byPackage, packagePath(path), path);
  }
  const classFile = (parts: readonly string[]): string | undefined => {
    const suffix = `${parts.join("/")}.java`;
    return byName
      .get(`${parts.at(-1)}.java`)
      ?.find((path) => path === suffix || path.endsWith(`/${suffix}`));
  };
  return {
    resolve: (_from, specifier) => {
      const parts = specifier.split(".");
      // A class, a nested class, or a package.
      for (let length = parts.length; length >= Math.max(1, parts.length - 1); length--) {
        const found = classFile(parts.slice(0, length));
        if (found !== undefined) return [found];
      }
      const folder = parts.join("/");
      for (const [packageFolder, files] of byPackage) {
        if (packageFolder === folder || packageFolder.endsWith(`/${folder}`)) return files;
      }
      return NONE;
    },
    siblings: (path) => (byPackage.get(packagePath(path)) ?? NONE).filter((item) => item !== path),
  };
}

/** Returns the folder relative to the source root. A package's main and test classes are in the same package. */
function packagePath(path: string): string {
  const folder = folderOf(path);
  const root = /(?:^|\/)(?:java|kotlin|scala|src)\/(?!.*\/(?:java|kotlin|scala)\/)/.exec(folder);
  return root === null ? folder : folder.slice(root.index + root[0].length);
}

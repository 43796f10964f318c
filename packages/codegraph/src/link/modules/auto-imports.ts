/**
 * Names that Nuxt and similar Vite plugins provide without an import: components by the path of their file, and the exports
 * of `composables` and `utils`.
 */
import {
  type ConfigFiles,
  folderOf,
  joined,
  nameOf,
  parseLenient,
  record,
  upwards,
} from "./project-config.ts";

export interface AutoImports {
  /** Returns the component file that a template of `from` can refer to by this name. */
  readonly component: (from: string, name: string) => string | undefined;
  /** Returns files whose exports are available in `from`. */
  readonly siblings: (from: string) => readonly string[];
  /** Returns files that can use names of `path` without importing it. */
  readonly seenBy: (path: string) => readonly string[];
  /** Returns the folder that `~` stands for. */
  readonly rootOf: (from: string) => string | undefined;
}

interface Project {
  readonly root: string;
  /** Source folder: the folder itself or `app` in it. */
  readonly source: string;
  readonly components: ReadonlyMap<string, string>;
  readonly exporting: readonly string[];
  readonly members: readonly string[];
}

const NONE: readonly string[] = [];
const COMPONENT = /\.(?:vue|tsx|jsx)$/;
const SCRIPT = /\.[mc]?[jt]sx?$/;

export function autoImports(paths: readonly string[], config: ConfigFiles): AutoImports {
  const projects = projectsIn(paths, config);
  const projectOf = (path: string): Project | undefined => {
    if (projects.size === 0) return undefined;
    for (const up of upwards(folderOf(path))) {
      const found = projects.get(up);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    component: (from, name) => {
      if (!from.endsWith(".vue")) return undefined;
      const components = projectOf(from)?.components;
      const key = keyOf(name);
      return components?.get(key) ?? components?.get(key.replace(/^lazy/, ""));
    },
    siblings: (from) => projectOf(from)?.exporting.filter((item) => item !== from) ?? NONE,
    seenBy: (path) => {
      const own = projectOf(path);
      const isShared =
        own?.exporting.includes(path) || [...(own?.components.values() ?? [])].includes(path);
      return isShared === true ? (own?.members ?? NONE) : NONE;
    },
    rootOf: (from) => projectOf(from)?.source,
  };
}

/** By folder. */
function projectsIn(paths: readonly string[], config: ConfigFiles): Map<string, Project> {
  const found = new Map<string, Project>();
  for (const path of paths) {
    if (/^nuxt\.config\.[mc]?[jt]s$/.test(nameOf(path))) {
      found.set(folderOf(path), nuxtProject(paths, folderOf(path), config.read(path) ?? ""));
    }
  }
  for (const path of config.paths) {
    const folder = folderOf(path);
    if (nameOf(path) !== "package.json" || found.has(folder)) continue;
    if (hasPlugin(config.read(path))) found.set(folder, viteProject(paths, folder));
  }
  return found;
}

function hasPlugin(manifest: string | undefined): boolean {
  if (manifest?.includes("unplugin-vue-components") !== true) return false;
  const parsed = parseLenient(manifest);
  return ["dependencies", "devDependencies"].some(
    (key) => record(parsed?.[key])?.["unplugin-vue-components"] !== undefined,
  );
}

const below = (paths: readonly string[], folder: string) =>
  folder === "" ? paths : paths.filter((path) => path.startsWith(`${folder}/`));

/** Returns all scripts and components in a folder. */
function membersOf(paths: readonly string[], folder: string): string[] {
  return below(paths, folder).filter((path) => SCRIPT.test(path) || path.endsWith(".vue"));
}

function viteProject(paths: readonly string[], root: string): Project {
  const source = joined(root, "src") ?? root;
  const folder = `${source}/components`;
  const components = new Map<string, string>();
  for (const path of below(paths, folder).filter((item) => COMPONENT.test(item))) {
    addOnce(components, keyOf(bareName(path)), path);
  }
  return { root, source, components, exporting: NONE, members: membersOf(paths, root) };
}

function nuxtProject(paths: readonly string[], root: string, config: string): Project {
  const app = joined(root, "app") ?? "app";
  const own = below(paths, root);
  const isInApp = own.some((path) => path.startsWith(`${app}/`) && COMPONENT.test(path));
  const written = /\bsrcDir\s*:\s*["']([^"']+)["']/.exec(config)?.[1];
  const source =
    (written === undefined ? undefined : joined(root, written)) ?? (isInApp ? app : root);
  const inSource = (folder: string) => joined(source, folder.replace(/^[~@]\//, "")) ?? folder;
  const isBare = /\bpathPrefix\s*:\s*false/.test(config);
  const components = new Map<string, string>();
  for (const folder of ["components", ...listed(config, "components")].map(inSource)) {
    for (const path of below(own, folder).filter((item) => COMPONENT.test(item))) {
      addOnce(components, keyOf(nuxtName(path.slice(folder.length + 1))), path);
      if (isBare) addOnce(components, keyOf(bareName(path)), path);
    }
  }
  const shared = ["shared/utils", "shared/types"].flatMap((item) => joined(root, item) ?? []);
  const folders = ["composables", "utils", ...listed(config, "imports")].map(inSource);
  const exporting = [...folders, ...shared].flatMap((folder) => scriptsIn(own, folder));
  return {
    root,
    source,
    components,
    exporting: [...new Set(exporting)],
    members: membersOf(own, root),
  };
}

/** Returns the folders named by `components: [ … ]` or `imports: { dirs: [ … ] }`. */
function listed(config: string, key: string): string[] {
  const list = new RegExp(`\\b${key}\\s*:\\s*(?:\\{\\s*dirs\\s*:\\s*)?\\[([^\\]]*)\\]`).exec(
    config,
  )?.[1];
  return [...(list ?? "").matchAll(/["']([~@.][^"'*]*)["']/g)].map(([, folder = ""]) => folder);
}

/** Returns the scripts of a folder and the index of each subfolder. `folder` may also be a file. */
function scriptsIn(paths: readonly string[], folder: string): string[] {
  return paths.filter((path) => {
    if (path === folder) return true;
    if (!path.startsWith(`${folder}/`) || !SCRIPT.test(path)) return false;
    const rest = path.slice(folder.length + 1).split("/");
    return rest.length === 1 || (rest.length === 2 && /^index\./.test(rest[1] ?? ""));
  });
}

/** `common/Tooltip.vue` and `common/CommonTooltip.vue` are `CommonTooltip`. */
function nuxtName(path: string): string {
  const folders = path.split("/").slice(0, -1).map(wordsOf);
  const own = bareName(path.slice(path.lastIndexOf("/") + 1));
  const file = /^index$/i.test(own) ? [] : wordsOf(own);
  // Folder names that the file name starts with are not repeated.
  const at = folders.findIndex((_one, from) =>
    folders
      .slice(from)
      .flat()
      .every((word, index) => file[index] === word),
  );
  return [...folders.slice(0, at < 0 ? folders.length : at).flat(), ...file].join("");
}

/** `CommonTooltip`, `common-tooltip`: common, tooltip. */
function wordsOf(name: string): string[] {
  return name
    .split(/[^\p{ID_Continue}]+|_|(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u)
    .filter((item) => item !== "")
    .map((item) => item.toLowerCase());
}

/** Returns a component's name without folder, extension and Nuxt mode; for an index file, the folder's name. */
function bareName(path: string): string {
  const parts = path.split("/");
  const own = (parts.at(-1) ?? "")
    .replace(COMPONENT, "")
    .replace(/\.(?:client|server|global)$/, "");
  return /^index$/i.test(own) && parts.length > 1 ? (parts.at(-2) ?? own) : own;
}

/** Maps `user-card`, `UserCard` and `userCard` to one key. */
const keyOf = (name: string) => name.replace(/[^\p{ID_Continue}]/gu, "").toLowerCase();

function addOnce(map: Map<string, string>, key: string, path: string): void {
  if (!map.has(key)) map.set(key, path);
}

/** Finds the Swift module of a file: the target of a package, by its `Package.swift` or by the usual folders. */
import { type ConfigFiles, folderOf, joined, nameOf } from "./project-config.ts";

interface Target {
  readonly name: string;
  readonly folder: string;
}

/** Folders that contain a folder for each target without a stated path. */
const USUAL_FOLDERS = ["Sources", "Source", "src", "srcs", "Tests", "Plugins"];

/**
 * Returns a function from a path to its module, whose last part is the module's name. Undefined for a file that is in no
 * target, whose module is not known.
 */
export function swiftModules(config: ConfigFiles): (path: string) => string | undefined {
  const targets = config.paths
    .filter((path) => nameOf(path) === "Package.swift")
    .flatMap((path) => targetsIn(config.read(path) ?? "", folderOf(path)))
    .sort((a, b) => b.folder.length - a.folder.length);
  const moduleIn = (folder: string): string | undefined => {
    const target = targets.find((one) => isWithin(folder, one.folder));
    const usual = /^(?:.*?\/)?(?:Sources|Tests|Plugins)\/[^/]+/.exec(folder)?.[0];
    if (target === undefined) return usual;
    // Tests may be built without the package's manifest.
    const isOtherTest = usual !== undefined && isTests(usual) && !isTests(target.folder);
    return isOtherTest ? usual : `${target.folder}:${target.name}`;
  };
  const cached = new Map<string, string | undefined>();
  return (path) => {
    const folder = folderOf(path);
    if (!cached.has(folder)) cached.set(folder, moduleIn(folder));
    return cached.get(folder);
  };
}

/** Returns a module's name. */
export function nameOfModule(module: string): string {
  return module.slice(Math.max(module.lastIndexOf("/"), module.lastIndexOf(":")) + 1);
}

const isTests = (folder: string) => /(?:^|\/)Tests(?:\/|$)/.test(folder);

function isWithin(folder: string, outer: string): boolean {
  return outer === "" || folder === outer || folder.startsWith(`${outer}/`);
}

const TARGET = /\.(?:target|executableTarget|testTarget|macro|plugin)\s*\(/g;

function targetsIn(manifest: string, folder: string): Target[] {
  const text = manifest.replace(
    /("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*/g,
    (_all, literal: string = "") => literal,
  );
  const found: Target[] = [];
  let end = 0;
  for (const match of text.matchAll(TARGET)) {
    // A target in the list of another one's dependencies is a use of it.
    if (match.index < end) continue;
    const start = match.index + match[0].length;
    end = endOfGroup(text, start);
    const group = text.slice(start, end);
    const name = /\bname:\s*"([^"]+)"/.exec(group)?.[1];
    if (name === undefined) continue;
    const path = /\bpath:\s*"([^"]*)"/.exec(group)?.[1];
    const places = path === undefined ? USUAL_FOLDERS.map((usual) => `${usual}/${name}`) : [path];
    for (const place of places) {
      const own = joined(folder, place);
      if (own !== undefined) found.push({ name, folder: own });
    }
  }
  return found;
}

/** Returns the offset of the bracket that closes a group. */
function endOfGroup(text: string, start: number): number {
  let depth = 1;
  for (const { 0: sign, index } of text.slice(start).matchAll(/"(?:[^"\\\n]|\\.)*"|[()]/g)) {
    if (sign === "(") depth++;
    else if (sign === ")" && --depth === 0) return start + index;
  }
  return text.length;
}

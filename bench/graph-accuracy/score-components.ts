/** Compares the components that templates use with the answers of the frameworks' own compilers. */
import { basename, join } from "node:path";
import type { Linker } from "../../packages/codegraph/src/link/link.ts";
import type { Setup } from "../arguments.ts";
import { peerProgram, repositories } from "../peers.ts";
import { round } from "../statistics.ts";
import {
  COMPILER_PACKAGES,
  ComponentTruth,
  loadCompilers,
  type TrueUse,
} from "./component-truth.ts";
import { linkRepository } from "./linked.ts";

const REPOSITORIES = ["elk", "shadcn-vue", "shadcn-svelte"];
const SHOWN_MISSES = 40;

export async function scoreComponents({ root, args, say }: Setup) {
  const program = peerProgram(root, "components", COMPILER_PACKAGES, "parser", say);
  if (program === null) return [];
  const compilers = loadCompilers(join(program, "..", "..", ".."));
  const rows = [];
  for (const repository of repositories(args, REPOSITORIES)) {
    const row = {
      repository: basename(repository),
      ...(await scoreOne(repository, compilers, args.includes("--misses") ? say : () => undefined)),
    };
    rows.push(row);
    say(JSON.stringify(row));
  }
  return rows;
}

async function scoreOne(
  repository: string,
  compilers: ReturnType<typeof loadCompilers>,
  say: Setup["say"],
) {
  const { paths, linker } = await linkRepository(repository);
  const truth = new ComponentTruth(repository, compilers, nuxtProjects(paths));
  const counts = { files: 0, refused: 0, uses: 0, inside: 0, answered: 0, right: 0 };
  const misses: string[] = [];
  for (const [file, path] of paths.entries()) {
    if (!/\.(?:vue|svelte)$/.test(path)) continue;
    const uses = truth.usesOf(path);
    counts.files++;
    counts.refused += Number(uses === null);
    counts.uses += uses?.length ?? 0;
    const sites = namedSites(linker, file, paths);
    misses.push(...judgeFile(counts, path, uses ?? [], sites));
  }
  for (const line of misses.slice(0, SHOWN_MISSES)) say(line);
  const { right, answered, inside } = counts;
  return { ...counts, precision: round(right / answered, 4), recall: round(right / inside, 4) };
}

interface Counts {
  inside: number;
  answered: number;
  right: number;
}

/** Returns the wrong and the missing components. */
function judgeFile(
  counts: Counts,
  path: string,
  uses: readonly TrueUse[],
  sites: ReadonlyMap<string, string>,
): string[] {
  return uses.flatMap(({ line, column, name, target }) => {
    const resolved = sites.get(`${line}:${column}`) ?? null;
    // A local, a snippet or the component itself: no import leads to it.
    if (target === null && resolved === path) return [];
    counts.inside += Number(target !== null);
    counts.answered += Number(resolved !== null);
    counts.right += Number(resolved !== null && resolved === target);
    return resolved === target ? [] : [`${path}:${line} <${name}> said ${resolved}, is ${target}`];
  });
}

/** Returns the file of each resolved component, by line and column of the tag's name. */
function namedSites(linker: Linker, file: number, paths: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { call, to, tier } of linker.sitesOf(file)) {
    if (call.kind !== "call" || to === undefined || tier === "unique") continue;
    found.set(`${call.line}:${call.column}`, paths[to.file] ?? "");
  }
  return found;
}

/** Returns the components of each Nuxt project by folder, named as Nuxt names them. */
function nuxtProjects(paths: readonly string[]): Map<string, ReadonlyMap<string, string>> {
  const configs = paths.filter((path) => /(?:^|\/)nuxt\.config\.[jt]s$/.test(path));
  return new Map(
    configs.map((path) => {
      const folder = path.replace(/[^/]*$/, "");
      return [
        folder,
        nuxtComponents(
          folder,
          paths.filter((item) => item.startsWith(folder)),
        ),
      ];
    }),
  );
}

/** Joins the folder names and the file name, without the prefix that the file name already has. */
function nuxtComponents(root: string, paths: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const path of paths) {
    const inside = /^(?:app\/)?components\/(.*)\.vue$/.exec(path.slice(root.length))?.[1];
    if (inside === undefined) continue;
    const folders = inside.split("/");
    const file = words(
      (folders.pop() ?? "").replace(/\.(?:client|server)$/, "").replace(/^index$/, ""),
    );
    const parts = folders.map(words);
    let keep = parts.length;
    for (let at = parts.length - 1; at >= 0; at--) {
      const tail = parts.slice(at).flat();
      if (tail.every((word, index) => file[index] === word)) keep = at;
    }
    const all = [...parts.slice(0, keep).flat(), ...file];
    const name = all.map((word) => word.replace(/^./, (item) => item.toUpperCase())).join("");
    if (!found.has(name)) found.set(name, path);
    if (!found.has(`Lazy${name}`)) found.set(`Lazy${name}`, path);
  }
  return found;
}

/** `CommonTooltip`, `common-tooltip` → common, tooltip. */
function words(name: string): string[] {
  const parts = name.split(/[-_.]|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/);
  return parts.filter((part) => part !== "").map((part) => part.toLowerCase());
}

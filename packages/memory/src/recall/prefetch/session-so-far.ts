/**
 * Reads from the events of a running session which files it touched, which were named before and when, and which are imported
 * by files it read. Knows only the paths it is given, not the tree.
 */
import { basename, dirname, join } from "node:path/posix";
import type { Event } from "@tacit-memory/protocol";

interface Mention {
  /** Steps since the file was named, 0 for the newest step; a step is a prompt or the result of a tool. */
  readonly stepsAgo: number;
  /** Number of paths named at the same time, 1 or more; a mention among a hundred says little. */
  readonly among: number;
  /** Whether the user named the file at any time. */
  readonly isByUser: boolean;
}

export interface SessionSoFar {
  /** Relative POSIX paths that were read or changed, each once, in order of first use. */
  readonly touched: readonly string[];
  /** Paths named since they were last touched. */
  readonly mentions: ReadonlyMap<string, Mention>;
  /** Path → steps since a file that imports it was read. */
  readonly imported: ReadonlyMap<string, number>;
}

const TOUCHING: ReadonlySet<string> = new Set(["read", "edit", "write"]);
/** Maximum characters read of a text. */
const LONGEST_TEXT = 20_000;
/** A name with an extension, or the beginning of a relative import. */
const PATH =
  /(?<![\w@./-])(?:\.{0,2}\/)?[\w@.+()[\]-]+(?:\/[\w@.+()[\]-]+)*\.[A-Za-z]\w{0,9}(?![\w/])|(?<![\w@./-])\.{1,2}\/[\w@./-]+/g;

interface NamedPath {
  step: number;
  among: number;
  isByUser: boolean;
}

/**
 * Reads the events of a session. `knownPaths`: paths of the tree or of earlier sessions; `root`: prefix removed from absolute
 * paths.
 */
export function readSoFar(
  events: readonly Event[],
  knownPaths: ReadonlySet<string>,
  root: string,
): SessionSoFar {
  const reader = new Reader(knownPaths, root);
  for (const event of events) reader.take(event);
  return reader.summary();
}

class Reader {
  readonly #projectPaths: ReadonlySet<string>;
  readonly #byName: ReadonlyMap<string, readonly string[]>;
  readonly #root: string;
  readonly #touched = new Set<string>();
  readonly #named = new Map<string, NamedPath>();
  readonly #imported = new Map<string, number>();
  #cwd = "";
  #step = 0;

  constructor(knownPaths: ReadonlySet<string>, root: string) {
    this.#projectPaths = knownPaths;
    this.#byName = Map.groupBy(knownPaths, (path) => basename(path));
    this.#root = root;
  }

  take(event: Event): void {
    this.#cwd = event.cwd ?? this.#cwd;
    switch (event.kind) {
      case "prompt":
        this.#step++;
        this.#name(event.text, true);
        break;
      case "message":
      case "reasoning":
        this.#name(event.text, false);
        break;
      case "tool_call":
        this.#call(event);
        break;
      case "tool_result":
        this.#step++;
        this.#name(event.output, false);
        if (event.tool === "read") this.#imports(event.output, event.files?.[0]);
        break;
      default:
    }
  }

  #call({ tool, files = [], input }: Extract<Event, { kind: "tool_call" }>): void {
    if (TOUCHING.has(tool)) {
      for (const path of files.filter(isInside)) {
        this.#touched.add(path);
        this.#named.delete(path);
      }
    }
    for (const name of textsOf(input)) this.#name(name, false);
  }

  #name(text: string, isByUser: boolean): void {
    const paths = new Set(this.#pathsIn(text));
    for (const path of paths) {
      const before = this.#named.get(path)?.isByUser ?? false;
      const seen = { step: this.#step, among: paths.size, isByUser: isByUser || before };
      this.#named.set(path, seen);
    }
  }

  *#pathsIn(text: string): Generator<string> {
    for (const written of writtenPaths(text)) {
      if (written.startsWith("../")) continue;
      const path = this.#relative(written).replace(/^\.\//, "");
      if (!isInside(path)) continue;
      if (this.#projectPaths.has(path) || path.includes("/")) yield path;
      else yield* this.#byName.get(path) ?? [];
    }
  }

  /** Records imported files: `./a` next to the importing file, with its own extension or that of the importing file. */
  #imports(text: string, from: string | undefined): void {
    if (from === undefined) return;
    const ending = /\.\w+$/.exec(from)?.[0] ?? "";
    for (const written of writtenPaths(text)) {
      if (!/^\.{1,2}\//.test(written)) continue;
      const base = join(dirname(from), written);
      const likely = [base.replace(/\.[cm]?js$/, ending), base, base + ending];
      const found =
        [...likely, `${base}/index${ending}`].find((path) => this.#projectPaths.has(path)) ??
        (/\.\w+$/.test(base) ? likely[0] : likely[2]);
      if (found !== undefined && isInside(found)) this.#imported.set(found, this.#step);
    }
  }

  #relative(path: string): string {
    const folder = [this.#cwd, this.#root].find(
      (item) => item !== "" && path.startsWith(`${item}/`),
    );
    return folder === undefined ? path : path.slice(folder.length + 1);
  }

  summary(): SessionSoFar {
    const now = this.#step;
    return {
      touched: [...this.#touched],
      mentions: new Map(
        [...this.#named].map(([path, { step, among, isByUser }]) => [
          path,
          { stepsAgo: now - step, among, isByUser },
        ]),
      ),
      imported: new Map([...this.#imported].map(([path, step]) => [path, now - step])),
    };
  }
}

function writtenPaths(text: string): string[] {
  const found = text.slice(0, LONGEST_TEXT).replaceAll("\\", "/").match(PATH) ?? [];
  return found.map((path) => path.replace(/^[(]+|[)\].,:;]+$/g, ""));
}

/** Returns the texts of a search pattern and of a shell command. */
function textsOf(input: unknown): string[] {
  if (typeof input !== "object" || input === null) return [];
  return ["command", "cmd", "pattern"].flatMap((name) => {
    const value: unknown = Reflect.get(input, name);
    return typeof value === "string" ? [value] : [];
  });
}

function isInside(path: string): boolean {
  return (
    path !== "" && path !== "." && !/^(?:\/|\.\.|~|[A-Za-z]:)/.test(path) && !path.includes("*")
  );
}

/**
 * What a session that is under way has shown of its files: which it touched, which were named before it and when, which
 * are imported by what it read. Read from its events; knows no tree but the paths it is told of.
 */
import { basename, dirname, join } from "node:path/posix";
import type { Event } from "@tacit-memory/protocol";

interface Mention {
  /** Steps since, 0 for the newest: a step is a prompt or the result of a tool. */
  readonly stepsAgo: number;
  /** How many paths were named in the same breath, 1 or more: one of a hundred says little. */
  readonly among: number;
  /** The user named it at some time. */
  readonly isByUser: boolean;
}

export interface SessionSoFar {
  /** Relative POSIX paths that were read or changed, each once, in the order of their first use. */
  readonly touched: readonly string[];
  /** Paths that were named since they were last touched. */
  readonly mentions: ReadonlyMap<string, Mention>;
  /** Path → steps since a file that imports it was read. */
  readonly imported: ReadonlyMap<string, number>;
}

const TOUCHING: ReadonlySet<string> = new Set(["read", "edit", "write"]);
/** Of a longer text only the beginning is looked through. */
const LONGEST_TEXT = 20_000;
/** Something with an ending, or that begins as a relative import does. */
const PATH =
  /(?<![\w@./-])(?:\.{0,2}\/)?[\w@.+()[\]-]+(?:\/[\w@.+()[\]-]+)*\.[A-Za-z]\w{0,9}(?![\w/])|(?<![\w@./-])\.{1,2}\/[\w@./-]+/g;

interface Seen {
  step: number;
  among: number;
  isByUser: boolean;
}

/** `known`: paths of the tree or of earlier sessions; `root`: what absolute paths are stripped of. */
export function readSoFar(
  events: readonly Event[],
  knownPaths: ReadonlySet<string>,
  root: string,
): SessionSoFar {
  const reader = new Reader(knownPaths, root);
  for (const event of events) reader.take(event);
  return reader.told();
}

class Reader {
  readonly #known: ReadonlySet<string>;
  readonly #byName: ReadonlyMap<string, readonly string[]>;
  readonly #root: string;
  readonly #touched = new Set<string>();
  readonly #named = new Map<string, Seen>();
  readonly #imported = new Map<string, number>();
  #cwd = "";
  #step = 0;

  constructor(knownPaths: ReadonlySet<string>, root: string) {
    this.#known = knownPaths;
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
    for (const asked of textsOf(input)) this.#name(asked, false);
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
      if (this.#known.has(path) || path.includes("/")) yield path;
      else yield* this.#byName.get(path) ?? [];
    }
  }

  /** Specifiers of the language: `./a` beside the file, with the ending it has or that of who imports it. */
  #imports(text: string, from: string | undefined): void {
    if (from === undefined) return;
    const ending = /\.\w+$/.exec(from)?.[0] ?? "";
    for (const written of writtenPaths(text)) {
      if (!/^\.{1,2}\//.test(written)) continue;
      const base = join(dirname(from), written);
      const likely = [base.replace(/\.[cm]?js$/, ending), base, base + ending];
      const found =
        [...likely, `${base}/index${ending}`].find((path) => this.#known.has(path)) ??
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

  told(): SessionSoFar {
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

/** What a search looked for, and a shell was told. */
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

/**
 * import_chase: a file was read, and directly after it one that it imports: understanding the first requires the second. Only
 * counted, to predict what is read next.
 */
import { posix } from "node:path";
import type { Signal } from "../../../domain/signal.ts";
import { counted, type Detector, perAgent } from "../detector.ts";
import type { Step, Trace } from "../trace.ts";
import { DETECT } from "../tuning.ts";

export const IMPORT_CHASE: Detector = {
  type: "import_chase",
  isStatistic: true,
  detect: perAgent(detectIn),
};

function detectIn(trace: Trace, steps: readonly Step[]): Signal[] {
  const found = new Map<string, Signal>();
  for (const [i, importer] of steps.entries()) {
    const from = readFile(importer);
    if (from === null) continue;
    const imports = importsIn(importer.output);
    if (imports.length === 0) continue;
    for (const step of steps.slice(i + 1, i + 1 + DETECT.importChaseWindow.value)) {
      const to = readFile(step);
      if (to === null || to === from || !imports.some((item) => isImported(item, from, to)))
        continue;
      const subject = `import:${from}:${to}`;
      if (!found.has(subject))
        found.set(subject, chase(trace, { importer, step, subject, from, to }));
    }
  }
  return [...found.values()];
}

function readFile(step: Step): string | null {
  return step.tool === "read" && step.isOk ? (step.files[0] ?? null) : null;
}

function chase(
  trace: Trace,
  seen: {
    readonly importer: Step;
    readonly step: Step;
    readonly subject: string;
    readonly from: string;
    readonly to: string;
  },
): Signal {
  return counted(trace, {
    type: "import_chase",
    from: [seen.importer, seen.step],
    files: [seen.from, seen.to],
    subject: seen.subject,
    detail: `after \`${seen.from}\` its import \`${seen.to}\` was read`,
  });
}

const IMPORT =
  /(?:\bfrom\s+|\bimport\s+|\brequire\(\s*|\bimport\(\s*)["']([^"'\n]{2,200})["']|^[\s\d→]*(?:from\s+([\w.]{2,100})\s+import\b|import\s+([\w.]{2,100})\s*(?:;|as\b|$))|^[\s\d→]*(?:\w+\s+)?"([\w.-]+(?:\/[\w.-]+)+)"\s*$/gm;

/** Returns import specifiers as written: paths, and module names with dots. */
function importsIn(output: string): string[] {
  return [...output.matchAll(IMPORT)].flatMap((match) => match.slice(1).filter((item) => item));
}

/** Returns whether `specifier`, as written in the file `from`, may refer to the file `path`. */
function isImported(specifier: string, from: string, path: string): boolean {
  const file = path.replace(/\.\w+$/, "").replace(/\/(?:index|__init__|mod)$/, "");
  const bare = specifier.replace(/\.(?:[cm]?[jt]sx?|py|go|java|rs)$/, "");
  if (/^\.{1,2}\//.test(bare)) return file === posix.join(posix.dirname(from), bare);
  // The alias of a source folder is its name or empty: `@shared/types/x`, `@/types/x`.
  const parts = bare
    .replace(/^[@~]\/?/, "")
    .split(/[/.]/)
    .slice(-SPECIFIER_PARTS);
  if (parts.length < 2) return false;
  const end = parts.join("/");
  const unit = path.endsWith(".go") ? posix.dirname(path) : file;
  return unit === end || unit.endsWith(`/${end}`);
}

const SPECIFIER_PARTS = 3;

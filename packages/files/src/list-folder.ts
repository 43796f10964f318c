/** Lists a folder. One that is missing or that may not be read counts as empty. */
import { type Dirent, readdirSync } from "node:fs";

export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** What is never stored of captured events. */
import type { Workspace } from "../workspace.ts";
import type { DigestOptions } from "./digest.ts";
import { gitIgnoreReader } from "./git-ignored.ts";

/** Returns what must not be stored of the events that this engine ingests. */
export function digestOptionsOf({ redaction, ignore }: Workspace): DigestOptions {
  return { redaction, ignore, isGitIgnored: gitIgnoreReader() };
}

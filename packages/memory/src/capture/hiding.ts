/** What is never stored of the events that are captured. */
import type { Workspace } from "../workspace.ts";
import type { DigestOptions } from "./digest.ts";
import { gitIgnoreReader } from "./git-ignored.ts";

/** What is not kept of the events that this engine takes in. */
export function hidingOf({ redaction, ignore }: Workspace): DigestOptions {
  return { redaction, ignore, isGitIgnored: gitIgnoreReader() };
}

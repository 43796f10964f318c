/** Edits a text in the user's own editor. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MemoryError } from "@tacit-memory/memory";
import { removeLeftCopies } from "@tacit-memory/sqlite";
import type { CommandContext } from "../command-context.ts";

/** An editor may stay open for days. If the process that waits for it is killed, the text is left behind. */
const LEFT_OPEN_MS = 7 * 86_400_000;

/** Returns the edited text. Throws "not_allowed" if the editor could not be run or exited with an error. */
export function editText(context: CommandContext, text: string): string {
  const { env, platform } = context.machine;
  const editor = env["VISUAL"] || env["EDITOR"] || (platform === "win32" ? "notepad" : "vi");
  const folder = mkdtempSync(join(tmpdir(), "tacit-edit-"));
  removeLeftCopies(folder, LEFT_OPEN_MS);
  try {
    const path = join(folder, "memory.txt");
    writeFileSync(path, `${text}\n`, { mode: 0o600 });
    // Editors are configured with arguments ("code --wait"), which only a shell splits as intended.
    const ran = spawnSync(`${editor} "${path}"`, { stdio: "inherit", shell: true });
    if (ran.status !== 0) {
      throw new MemoryError("not_allowed", {
        editor,
        reason: "the editor failed; nothing was changed",
      });
    }
    return readFileSync(path, "utf8").trim();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

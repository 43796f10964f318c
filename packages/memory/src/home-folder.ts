/** Where Tacit keeps its things when nobody says otherwise: the platform's data folder. */
import { join } from "node:path";

type Env = Readonly<Record<string, string | undefined>>;

/** `TACIT_HOME`, or `tacit` under the data folder of the platform. `userHome` is the user's home folder. */
export function homeFolder(env: Env, platform: NodeJS.Platform, userHome: string): string {
  if (env["TACIT_HOME"]) return env["TACIT_HOME"];
  if (platform === "win32")
    return join(env["LOCALAPPDATA"] || join(userHome, "AppData", "Local"), "tacit");
  if (platform === "darwin") return join(userHome, "Library", "Application Support", "tacit");
  return join(env["XDG_DATA_HOME"] || join(userHome, ".local", "share"), "tacit");
}

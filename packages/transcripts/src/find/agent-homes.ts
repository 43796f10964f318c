/**
 * Where agent programs store their files: a folder in the user's home, and for most a variable that moves it. Used to find
 * transcripts, to register hooks, and to read a session beside its transcript.
 */
import { homedir, userInfo } from "node:os";
import { posix, win32 } from "node:path";

export type Env = Readonly<Record<string, string | undefined>>;

/** The user whose files are looked for: environment, home folder, and style of paths. */
export interface UserContext {
  readonly env: Env;
  /** The user's home folder, absolute. */
  readonly userHome: string;
  /** Default: the platform of this machine. */
  readonly platform?: NodeJS.Platform | undefined;
}

/** The user's home from the environment of a program, otherwise from the system. */
export function placeOf(env: Env): UserContext {
  return { env, userHome: env["HOME"] || env["USERPROFILE"] || homedir() || userInfo().homedir };
}

export function claudeHome(place: UserContext): string {
  return place.env["CLAUDE_CONFIG_DIR"] || inHome(place, ".claude");
}

export function codexHome(place: UserContext): string {
  return place.env["CODEX_HOME"] || inHome(place, ".codex");
}

/** Gemini's variable replaces the user's home, not the folder in it. */
export function geminiHome(place: UserContext): string {
  return joined(place, place.env["GEMINI_CLI_HOME"] || place.userHome, ".gemini");
}

export function qwenHome(place: UserContext): string {
  return place.env["QWEN_HOME"] || inHome(place, ".qwen");
}

export function copilotHome(place: UserContext): string {
  return place.env["COPILOT_HOME"] || inHome(place, ".copilot");
}

export function clineHome(place: UserContext): string {
  return place.env["CLINE_DIR"] || inHome(place, ".cline");
}

/** Cline's settings and sessions, which can be elsewhere than its hooks. */
export function clineData(place: UserContext): string {
  return place.env["CLINE_DATA_DIR"] || joined(place, clineHome(place), "data");
}

export function clineSessions(place: UserContext): string {
  return place.env["CLINE_SESSION_DATA_DIR"] || joined(place, clineData(place), "sessions");
}

/** pi's folder with extensions and sessions. */
export function piAgentHome(place: UserContext): string {
  return place.env["PI_CODING_AGENT_DIR"] || inHome(place, ".pi", "agent");
}

/** The user folder of VS Code or Cursor, of the default profile. */
export function editorUserFolder(place: UserContext, editor: "Code" | "Cursor"): string {
  const { env, platform = process.platform } = place;
  if (platform === "win32") {
    const roaming = env["APPDATA"] || inHome(place, "AppData", "Roaming");
    return joined(place, roaming, editor, "User");
  }
  if (platform === "darwin") return inHome(place, "Library", "Application Support", editor, "User");
  return joined(place, env["XDG_CONFIG_HOME"] || inHome(place, ".config"), editor, "User");
}

function inHome(place: UserContext, ...names: readonly string[]): string {
  return joined(place, place.userHome, ...names);
}

function joined({ platform = process.platform }: UserContext, ...parts: readonly string[]): string {
  return (platform === "win32" ? win32 : posix).join(...parts);
}

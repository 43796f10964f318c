/** Tests where agents' folders are: by default, by their variables, and on other systems. */
import { expect, test } from "vitest";
import {
  claudeHome,
  clineData,
  clineHome,
  clineSessions,
  codexHome,
  copilotHome,
  editorUserFolder,
  geminiHome,
  piAgentHome,
  placeOf,
  type UserContext,
} from "./agent-homes.ts";

const linux = (env: UserContext["env"] = {}): UserContext => ({
  env,
  userHome: "/h",
  platform: "linux",
});
const mac: UserContext = { env: {}, userHome: "/Users/me", platform: "darwin" };
const windows = (env: UserContext["env"] = {}): UserContext => ({
  env,
  userHome: "C:\\Users\\me",
  platform: "win32",
});

test.each([
  [claudeHome(linux()), "/h/.claude"],
  [claudeHome(linux({ CLAUDE_CONFIG_DIR: "/c" })), "/c"],
  [codexHome(linux({ CODEX_HOME: "" })), "/h/.codex"],
  [codexHome(linux({ CODEX_HOME: "/c" })), "/c"],
  [geminiHome(linux()), "/h/.gemini"],
  [geminiHome(linux({ GEMINI_CLI_HOME: "/g" })), "/g/.gemini"],
  [copilotHome(linux({ COPILOT_HOME: "/c" })), "/c"],
  [copilotHome(windows()), "C:\\Users\\me\\.copilot"],
  [clineHome(linux({ CLINE_DIR: "/c" })), "/c"],
  [clineData(linux({ CLINE_DIR: "/c" })), "/c/data"],
  [clineSessions(linux({ CLINE_DATA_DIR: "/d" })), "/d/sessions"],
  [clineSessions(linux({ CLINE_SESSION_DATA_DIR: "/s", CLINE_DATA_DIR: "/d" })), "/s"],
  [piAgentHome(linux()), "/h/.pi/agent"],
  [piAgentHome(linux({ PI_CODING_AGENT_DIR: "/p" })), "/p"],
  [editorUserFolder(linux(), "Cursor"), "/h/.config/Cursor/User"],
  [editorUserFolder(linux({ XDG_CONFIG_HOME: "/x" }), "Code"), "/x/Code/User"],
  [editorUserFolder(mac, "Cursor"), "/Users/me/Library/Application Support/Cursor/User"],
  [editorUserFolder(windows(), "Cursor"), "C:\\Users\\me\\AppData\\Roaming\\Cursor\\User"],
  [editorUserFolder(windows({ APPDATA: "D:\\r" }), "Code"), "D:\\r\\Code\\User"],
])("%s is %s", (found, expected) => expect(found).toBe(expected));

test.each([
  [{ HOME: "/h", USERPROFILE: "C:\\u" }, "/h"],
  [{ USERPROFILE: "C:\\u" }, "C:\\u"],
])("finds the user's home of %j", (env, home) => expect(placeOf(env).userHome).toBe(home));

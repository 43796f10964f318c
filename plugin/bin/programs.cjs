/** Where the programs of this plugin are: beside it, or the copy in Tacit's home that is meant for plugins. */
"use strict";

const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

/** The path of a program; null where it is in neither place. */
exports.programOf = (name) => {
  const beside = path.join(__dirname, "..", "dist", name);
  if (fs.existsSync(beside)) return beside;
  try {
    const programs = path.join(homeFolder(), "programs");
    const copy = fs.readFileSync(path.join(programs, "for-plugins"), "utf8").trim();
    const found = path.join(programs, path.basename(copy), "dist", name);
    return fs.existsSync(found) ? found : null;
  } catch {
    return null;
  }
};

/** The same as in packages/project/src/home-folder.ts. */
function homeFolder() {
  const { env, platform } = process;
  if (env.TACIT_HOME) return env.TACIT_HOME;
  const user = os.homedir();
  if (platform === "win32")
    return path.join(env.LOCALAPPDATA || path.join(user, "AppData", "Local"), "tacit");
  if (platform === "darwin") return path.join(user, "Library", "Application Support", "tacit");
  return path.join(env.XDG_DATA_HOME || path.join(user, ".local", "share"), "tacit");
}

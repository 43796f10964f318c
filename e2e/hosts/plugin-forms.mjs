/** How the programs that read plugins install and remove our plugin with their own commands, without a network. */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const PLUGIN = join(ROOT, "plugin");
const EXTENSION = join(ROOT, "plugin-gemini");

/**
 * `install`, `remove`: arguments of the program, call after call; `list`: lists the installed plugins.
 * @typedef {{install: string[][], remove: string[][], list: string[]}} PluginForm
 */

/** Scenarios for plugins. Other behaviour does not depend on how Tacit was installed in the host. */
export const PLUGIN_SCENARIOS = ["remembered", "mended-error"];

const MARKET = ["plugin", "marketplace", "add", ROOT];

/** By the client's name. @type {Record<string, PluginForm>} */
export const PLUGIN_FORMS = {
  "claude-code": {
    install: [
      ["plugin", "validate", PLUGIN, "--strict"],
      MARKET,
      ["plugin", "install", "tacit@tacit"],
    ],
    remove: [
      ["plugin", "uninstall", "tacit@tacit"],
      ["plugin", "marketplace", "remove", "tacit"],
    ],
    list: ["plugin", "list"],
  },
  codex: {
    install: [MARKET, ["plugin", "add", "tacit@tacit"]],
    remove: [
      ["plugin", "remove", "tacit@tacit"],
      ["plugin", "marketplace", "remove", "tacit"],
    ],
    list: ["plugin", "list"],
  },
  copilot: {
    install: [MARKET, ["plugin", "install", "tacit@tacit"]],
    remove: [
      ["plugin", "uninstall", "tacit@tacit"],
      ["plugin", "marketplace", "remove", "tacit"],
    ],
    list: ["plugin", "list"],
  },
  qwen: {
    install: [["extensions", "install", PLUGIN, "--consent"]],
    remove: [["extensions", "uninstall", "tacit"]],
    list: ["extensions", "list"],
  },
  gemini: {
    install: [
      ["extensions", "validate", EXTENSION],
      ["extensions", "install", EXTENSION, "--consent", "--skip-settings"],
    ],
    remove: [["extensions", "uninstall", "tacit"]],
    list: ["extensions", "list"],
  },
};

/** Hooks and MCP servers together in one JSON file, as Gemini CLI and Qwen Code store them. */
import { join } from "node:path";
import { type DisconnectRequest, isEmptyObject, type RegisteredHost } from "../registered-host.ts";
import {
  type HookForm,
  type HookSetting,
  holdsHooks,
  hookArguments,
  withHooks,
  withoutHooks,
} from "./hook-entries.ts";
import { holdsServer, withoutServer, withServer } from "./server-entries.ts";
import { hookEventIn, shellLine } from "./shell-words.ts";
import { skillFileEdit } from "./skill-file.ts";

interface SettingsHost extends Pick<RegisteredHost, "name" | "title" | "program"> {
  readonly folder: (request: DisconnectRequest) => string;
  readonly moments: Readonly<Record<string, HookSetting>>;
  /** Additional fields of this host's hooks. */
  readonly more: object;
  /** Whether the host reads skills in its folder; observed with the real program. */
  readonly hasSkills?: boolean;
}

export function settingsHost({ moments, more, hasSkills, ...host }: SettingsHost): RegisteredHost {
  const form: HookForm = {
    moments,
    handler: (event, timeout, programs) => ({
      name: "tacit",
      type: "command",
      command: shellLine(
        [programs.nodePath, ...hookArguments(host.name, event, programs)],
        process.platform,
      ),
      ...more,
      timeout,
    }),
    isOurs: ({ command }) => (hookEventIn(command, host.name) ?? "") in moments,
  };
  return {
    ...host,
    edits: (request) => {
      const path = join(host.folder(request), "settings.json");
      return [
        {
          path,
          holds: (text, programs) =>
            holdsHooks(path, text, programs, form) && holdsServer(path, text, programs, {}),
          // A server of our name that is not ours is left alone; the hooks work without our server.
          add: (text, programs) => {
            const hooked = withHooks(path, text, programs, form);
            return withServer(path, hooked, programs, {}) ?? hooked;
          },
          remove: (text, was) => withoutServer(path, withoutHooks(path, text, was, form), was),
          isEmpty: isEmptyObject,
          done: `${path}: hooks and MCP server "tacit"; restart open sessions to use them`,
          otherwise: "",
        },
        ...(hasSkills === true ? [skillFileEdit(host.folder(request))] : []),
      ];
    },
    stillToDo: null,
  };
}

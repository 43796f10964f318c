/** Edit of the file in which a host stores its MCP servers. */
import { type Edit, isEmptyObject } from "../registered-host.ts";
import {
  holdsServer,
  SERVER,
  type ServerForm,
  withoutServer,
  withServer,
} from "./server-entries.ts";

/**
 * Returns the edit. `more`: additional fields of the host's entries; `form`: how the host writes them, if not in the usual
 * form.
 */
export function serverFileEdit(path: string, more: object, form?: ServerForm): Edit {
  return {
    path,
    holds: (text, programs) => holdsServer(path, text, programs, more, form),
    add: (text, programs) => withServer(path, text, programs, more, form),
    remove: (text, was) => withoutServer(path, text, was, form),
    isEmpty: isEmptyObject,
    done: `${path}: MCP server "${SERVER}"`,
    otherwise: `${path}: not changed, because its MCP server "${SERVER}" is not from Tacit`,
  };
}

/** The one file in which a host keeps its MCP servers, as an edit of it. */
import { type Edit, isEmptyObject } from "../registered-host.ts";
import {
  holdsServer,
  SERVER,
  type ServerForm,
  withoutServer,
  withServer,
} from "./server-entries.ts";

/** `more`: what the host's entries say besides; `form`: how it writes them, where that is not the usual one. */
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

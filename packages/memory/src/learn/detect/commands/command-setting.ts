/**
 * The setting of a command: its variables, what is set up or run before it in the same line, and the folder it changes to.
 * Two runs of a program are equal only if their settings are.
 */

import { remembered } from "../statements/remembered.ts";
import { barePart, rawParts } from "./command-shape.ts";

export interface Setting {
  /** `REGION=eu`, each. */
  readonly variables: readonly string[];
  /** Other commands before the program in the line: `ulimit -n 4096`, `docker compose up -d`. */
  readonly before: readonly string[];
  /** Target of a `cd`; null for none. */
  readonly folder: string | null;
  /** The last program of the line with its arguments; "" if the line only reads. */
  readonly program: string;
}

const VARIABLE = /^[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|[^\s"']*)(?=\s|$)\s*/;
/** Variables for appearance and prompts, which cannot make a run pass. */
const IDLE_VARIABLE =
  /^(?:CI|FORCE_COLOR|NO_COLOR|CLICOLOR|TERM|COLUMNS|DEBUG|PAGER|GIT_PAGER|LC_ALL|LANG|TZ|RUST_BACKTRACE|PYTHONUNBUFFERED|HUSKY)=/;
const EXPORTS = /^(?:export|set -x|setenv)\s+/;
const ENTERS = /^(?:cd|pushd)\s+(?:"([^"]+)"|'([^']+)'|(\S+))$/;
/** Commands that seem to do nothing but affect the commands after them. */
const SETS_UP =
  /^(?:ulimit|source|\.|nvm|fnm|asdf|pyenv|rbenv|conda|mamba|workon|module|umask|use)\s/;

export const settingOf = remembered((command): Setting => {
  const variables: string[] = [];
  const before: string[] = [];
  let folder: string | null = null;
  let program = "";
  for (const part of rawParts(command.replace(/\\\n/g, " "))) {
    const entered = ENTERS.exec(part);
    if (entered !== null) {
      folder = entered[1] ?? entered[2] ?? entered[3] ?? "";
      continue;
    }
    const { own, rest } = cutVariables(part);
    variables.push(...own.filter((variable) => !IDLE_VARIABLE.test(variable)));
    if (rest === "") continue;
    const { text, isLooking } = barePart(rest);
    if (isLooking && !SETS_UP.test(text)) continue;
    if (program !== "") before.push(program);
    program = text;
  }
  return { variables, before, folder, program };
});

function cutVariables(part: string): { readonly own: readonly string[]; readonly rest: string } {
  const own: string[] = [];
  let rest = part.replace(EXPORTS, "").replace(/^env\s+(?=[A-Za-z_]\w*=)/, "");
  for (;;) {
    const [found] = VARIABLE.exec(rest) ?? [];
    if (found === undefined) return { own, rest };
    own.push(found.trim());
    rest = rest.slice(found.length);
  }
}

/** Returns the additional setting of a later run of the same program; null if it is a different run or nothing was added. */
export function addedSetting(one: Setting, other: Setting): Setting | null {
  if (one.program === "" || one.program !== other.program) return null;
  const variables = other.variables.filter((variable) => !one.variables.includes(variable));
  // The failure may be in a part of the line that is no longer in it.
  if (one.before.some((part) => !other.before.includes(part))) return null;
  if (one.variables.some((variable) => !other.variables.includes(variable))) return null;
  const before = other.before.filter((part) => !one.before.includes(part));
  const folder = other.folder === one.folder ? null : other.folder;
  if (variables.length + before.length === 0 && folder === null) return null;
  return { variables, before, folder, program: other.program };
}

/** Returns whether a run has more settings than its bare program. */
export function hasMoreSettings(command: string): boolean {
  const { variables, before } = settingOf(command);
  return variables.length + before.filter((part) => SETS_UP.test(`${part} `)).length > 0;
}

/** What makes a program go on although it asked for consent or found a danger. */
const GUARD_VARIABLE =
  /^\w*(?:CONSENT|DANGER|UNSAFE|INSECURE|CONFIRM|BYPASS|NO_VERIFY|REJECT_UNAUTHORIZED|I_(?:KNOW|AGREE|ACCEPT|UNDERSTAND))\w*=/i;
const GUARD_OPTION =
  /^--?[\w-]*(?:consent|danger|unsafe|insecure|confirm|bypass|no-?verify|no-sandbox|accept-data-loss|allow-root|allow-dirty|yes-i)[\w-]*/i;

/**
 * Whether a variable (`NAME=value`) or an option overrides such a guard. No memory recommends that: the person who was asked
 * decides each time.
 */
export function overridesGuard(setting: string): boolean {
  return GUARD_VARIABLE.test(setting) || GUARD_OPTION.test(setting);
}

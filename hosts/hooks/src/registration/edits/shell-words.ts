/** Returns a program and its arguments as one line for a host that passes it to a shell: bash, or PowerShell on Windows. */

export function shellLine(words: readonly string[], platform: NodeJS.Platform): string {
  // PowerShell treats a quoted first word as a text unless the line calls it with `&`.
  return platform === "win32"
    ? `& ${words.map(powerShellWord).join(" ")}`
    : words.map(bashWord).join(" ");
}

function bashWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function powerShellWord(word: string): string {
  return /^[\w:./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", "''")}'`;
}

/** Returns the event if a shell line of ours runs the bundled hook for this host, else null. */
export function hookEventIn(line: unknown, host: string): string | null {
  if (typeof line !== "string") return null;
  const [, hostName, event] = /[\\/]hook\.[cm]?js['"]? ([\w-]+) (\w+)(?: |$)/.exec(line) ?? [];
  return hostName === host && event !== undefined ? event : null;
}

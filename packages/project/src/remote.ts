/**
 * Normalises the URL of a remote, so that every address of a repository gives the same name: `git@GitHub.com:o/r.git` and `https://u:t@github.com/o/r`
 * are both `github.com/o/r`.
 *
 * Rules of the Engrm specification, section 1: no protocol, `:` becomes `/`, no `.git`, no credentials, host in
 * lower case; the case of the path is kept. Ports are dropped, because the same repository has different ones
 * over ssh and https. Local paths give null: they are valid on one machine only.
 */
import type { Remote } from "./git-config.ts";

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const DRIVE = /^[a-z]:[\\/]/i;
/** Names under which hosts serve ssh over the https port. */
const HOST_ALIASES: Readonly<Record<string, string>> = {
  "ssh.github.com": "github.com",
  "altssh.gitlab.com": "gitlab.com",
  "altssh.bitbucket.org": "bitbucket.org",
};

export function normaliseRemote(url: string): string | null {
  const address = url.trim().replace(/^[a-z][a-z0-9-]*::/i, "");
  if (address === "" || DRIVE.test(address) || /^file:/i.test(address)) return null;
  const scheme = SCHEME.exec(address)?.[0] ?? "";
  return scheme === "" ? fromScpForm(address) : fromUrl(address.slice(scheme.length));
}

/** `origin` if its URL contains a host, otherwise the first remote whose URL does. */
export function pickRemote(remotes: readonly Remote[]): { canonical: string; name: string } | null {
  const origin = remotes.filter(({ name }) => name === "origin");
  for (const { name, url } of [...origin, ...remotes]) {
    const canonical = normaliseRemote(url);
    if (canonical !== null) return { canonical, name };
  }
  return null;
}

function fromUrl(rest: string): string | null {
  const bare = rest.replace(/[?#].*$/s, "");
  const slash = bare.indexOf("/");
  if (slash === -1) return null;
  return join(bare.slice(0, slash), bare.slice(slash + 1));
}

/** `[user@]host:path`. A colon after a slash is part of a local path. */
function fromScpForm(address: string): string | null {
  const firstSlash = address.search(/[\\/]/);
  const head = firstSlash === -1 ? address : address.slice(0, firstSlash);
  const hostStart = head.lastIndexOf("@") + 1;
  const isBracketed = head.charAt(hostStart) === "[";
  const colon = isBracketed ? head.indexOf("]:", hostStart) + 1 : head.indexOf(":", hostStart);
  if (colon <= 0) return null;
  return join(address.slice(hostStart, colon), address.slice(colon + 1));
}

function join(authority: string, path: string): string | null {
  const host = authority
    .slice(authority.lastIndexOf("@") + 1)
    .replace(/:\d*$/, "")
    .replace(/\.$/, "")
    .toLowerCase();
  const clean = path
    .replaceAll("\\", "/")
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/")
    .replace(/\.git$/i, "");
  if (!/^[\w.:[\]~-]+$/.test(host) || clean === "" || clean === ".git") return null;
  return `${HOST_ALIASES[host] ?? host}/${clean}`;
}

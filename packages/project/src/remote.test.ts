/** Tests that a repository has one name, however it is addressed, and that the name never contains a credential. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { normaliseRemote, pickRemote } from "./remote.ts";

test.each([
  ["git@github.com:unimpossible/aimy-agent.git", "github.com/unimpossible/aimy-agent"],
  ["https://github.com/unimpossible/aimy-agent.git", "github.com/unimpossible/aimy-agent"],
  ["https://david@github.com/unimpossible/aimy-agent", "github.com/unimpossible/aimy-agent"],
  ["https://user:t%40ken@GitHub.com/O/R.git/", "github.com/O/R"],
  ["https://user:p@ss@github.com/o/r", "github.com/o/r"],
  ["https://x-access-token:abc@github.com/o/r.git?x=1#y", "github.com/o/r"],
  ["ssh://git@github.com/o/r.git", "github.com/o/r"],
  ["ssh://git@ssh.github.com:443/o/r.git", "github.com/o/r"],
  ["ssh://git@git.example.com:2222/o/r", "git.example.com/o/r"],
  ["git+ssh://git@h.io/o/r", "h.io/o/r"],
  ["git://h.io//o///r.git", "h.io/o/r"],
  ["http://h.io:8080/o/r", "h.io/o/r"],
  ["h.io:o/r", "h.io/o/r"],
  ["h.io:/srv/git/r.git", "h.io/srv/git/r"],
  ["me@[::1]:o/r", "[::1]/o/r"],
  ["git@gitlab.com:group/sub/group/r.git", "gitlab.com/group/sub/group/r"],
  ["  git@h.io:o/r.git\n", "h.io/o/r"],
  ["git@h.io:o\\r.git", "h.io/o/r"],
  ["file:///srv/git/r.git", null],
  ["/srv/git/r.git", null],
  ["../r.git", null],
  ["./a:b/r", null],
  ["C:\\repos\\x", null],
  ["c:/repos/x.git", null],
  ["\\\\server\\share\\x", null],
  ["https://github.com", null],
  ["https://github.com/", null],
  ["", null],
  ["nothing", null],
])("%j → %j", (url, expected) => expect(normaliseRemote(url)).toBe(expected));

test.each([
  ["origin before the others", ["up h:a/up", "origin h:a/o"], "h/a/o"],
  ["the first where there is no origin", ["one h:a/1", "two h:a/2"], "h/a/1"],
  ["one with a host where origin is a folder", ["origin /srv/r", "hub h:a/b"], "h/a/b"],
  ["none", ["origin /srv/r"], null],
])("pickRemote: %s", (_name, remotes, expected) => {
  const list = remotes.map((remote) => {
    const [name = "", url = ""] = remote.split(" ");
    return { name, url };
  });
  expect(pickRemote(list)?.canonical ?? null).toBe(expected);
});

const word = fc.stringMatching(/^[a-z0-9]{1,12}$/);
const host = fc.tuple(word, word).map(([a, b]) => `${a}x.${b}y`);

test("property: https, ssh and scp forms of one repository agree", () => {
  fc.assert(
    fc.property(host, word, word, word, (name, owner, repository, user) => {
      const path = `${owner}/${repository}`;
      const canonical = normaliseRemote(`https://${name}/${path}`);
      expect(canonical).toBe(`${name}/${path}`);
      for (const url of [
        `https://${user}:secret-${user}@${name.toUpperCase()}/${path}.git`,
        `ssh://${user}@${name}:22/${path}/`,
        `${user}@${name}:${path}.git`,
        `git://${name}/${path}.git/`,
      ]) {
        expect(normaliseRemote(url)).toBe(canonical);
      }
    }),
  );
});

test("property: no credential remains, and no text causes an error", () => {
  const secret = "s3cr3t-value";
  const odd = fc.string({
    unit: fc.constantFrom("a", "/", ":", ".", "\\", "-", " ", "[", "]"),
    maxLength: 12,
  });
  fc.assert(
    fc.property(odd, odd, (before, after) => {
      expect(normaliseRemote(before + after) ?? "").not.toContain("@");
      expect(normaliseRemote(`https://me:${secret}@h.io/${after}`) ?? "").not.toContain(secret);
      expect(normaliseRemote(`${secret}@h.io:${after}`) ?? "").not.toContain(secret);
    }),
  );
});

/** `tacit connect`: tells the named agent hosts about Tacit, or all that are found on this machine. */
import { hostsFound, REGISTERED_HOSTS } from "@tacit-memory/hooks";
import { MemoryError } from "@tacit-memory/memory";
import type { Command } from "../command.ts";
import { CONNECT_OPTIONS, connectHosts } from "../connect-hosts.ts";
import { connectRequest, hostsNamed } from "../connection.ts";

const NAMES = REGISTERED_HOSTS.map(({ name }) => name).join(", ");

export const connect: Command = {
  name: "connect",
  summary: "connect agent hosts: the named ones, or every one found on this machine",
  arguments: [{ name: "host", text: `any of ${NAMES}`, isOptional: true, isVariadic: true }],
  options: CONNECT_OPTIONS,
  details:
    "A host is found by its folder in your home, or by its program on the PATH. The files are copied first; " +
    "`tacit disconnect` gives them back byte for byte.",
  examples: ["tacit connect --dry-run", "tacit connect codex --yes"],
  run: async (given, world) => {
    const hosts =
      given.args.length > 0 ? hostsNamed(given.args) : hostsFound(connectRequest(world));
    if (hosts.length === 0) {
      throw new MemoryError("usage", {
        reason: "no agent host was found on this machine; name one",
        expected: NAMES,
      });
    }
    await connectHosts(hosts, given, world);
  },
};

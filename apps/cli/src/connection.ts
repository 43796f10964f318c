/** Is Claude Code told about Tacit, and what would telling it change? */
import { type ConnectRequest, planConnect } from "@tacit-memory/hooks";
import { installedPrograms } from "./programs.ts";
import type { World } from "./world.ts";

export function connectRequest(world: World): ConnectRequest {
  const { env, userHome } = world.machine;
  const { nodePath, hookPath, launcherPath } = installedPrograms();
  return {
    userHome,
    env,
    home: world.place.home,
    hookPath,
    nodePath,
    mcpCommand: nodePath,
    mcpArgs: [launcherPath, "mcp"],
  };
}

/** Throws "config_malformed" when the host's configuration cannot be read. */
export function isConnected(world: World): boolean {
  return planConnect(connectRequest(world)).files.length === 0;
}

/** Path of our hooks file in Copilot CLI's folder. VS Code's agent runs it as well. */
import { join } from "node:path";
import { copilotHome, type UserContext } from "@tacit-memory/transcripts";

export function copilotHooksFile(place: UserContext): string {
  return join(copilotHome(place), "hooks", "tacit.json");
}

/** The options of the settings in the order in which a person looks for them. */
import type { PanelOption } from "@tacit-memory/protocol";
import type { enOptions } from "../../i18n/en-options.ts";

type Group = keyof typeof enOptions.optionGroup;

const GROUP_OF: { readonly [Name in keyof typeof enOptions.optionName]: Group } = {
  enabled: "agents",
  trust: "agents",
  strict: "agents",
  ask: "agents",
  showSecrets: "agents",
  encoder: "search",
  reranker: "search",
  priors: "search",
  ignore: "privacy",
  secrets: "privacy",
  keepSessionDays: "retention",
  keepOutputDays: "retention",
  maxStoreMb: "retention",
  memoryFile: "repository",
  skillFiles: "repository",
  url: "database",
  authToken: "database",
  driver: "database",
};

/** Returns the groups that have options, each with its options. */
export function groupedOptions(
  options: readonly PanelOption[],
): readonly (readonly [Group, readonly PanelOption[]])[] {
  const groups = [...new Set(Object.values(GROUP_OF))];
  const groupOf = (name: string): Group => GROUP_OF[name as keyof typeof GROUP_OF] ?? "database";
  return groups.flatMap((group) => {
    const members = options.filter(({ name }) => groupOf(name) === group);
    return members.length === 0 ? [] : [[group, members] as const];
  });
}

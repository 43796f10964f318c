/** Telling agent hosts about Tacit, for `connect` and `init`: shown, agreed to, done, and told host by host. */
import {
  applyPlan,
  type ConnectRequest,
  configBackups,
  describePlan,
  type Plan,
  planConnect,
  type RegisteredHost,
} from "@tacit-memory/hooks";
import { MemoryError } from "@tacit-memory/memory";
import { isAgreed } from "./ask.ts";
import type { Given, OptionSpec } from "./command.ts";
import { connectRequest, whatIsLeft } from "./connection.ts";
import { flag } from "./given.ts";
import { withTacit } from "./open.ts";
import { isInteractive, type World } from "./world.ts";

export const CONNECT_OPTIONS: readonly OptionSpec[] = [
  { flags: "--dry-run", text: "only show what would change" },
  { flags: "--yes", text: "do not ask" },
];

interface HostPlan {
  readonly host: RegisteredHost;
  readonly plan: Plan;
}

/** Every host's files are understood before the first is written. */
export async function connectHosts(
  hosts: readonly RegisteredHost[],
  given: Given,
  world: World,
  request: ConnectRequest = connectRequest(world),
): Promise<void> {
  const plans = hosts.map((host) => ({ host, plan: planConnect(request, [host]) }));
  const isDry = flag(given, "dryRun");
  if (!isDry) {
    await requireAgreement(plans, given, world);
    for (const { plan } of plans) applyPlan(plan, configBackups(world.place.home));
    // The store is made now, so that the first hook does not pay for it.
    await withTacit(world, async () => undefined);
  }
  const left = await stillToDo(plans, isDry, world);
  const isNothing = plans.every(({ plan }) => plan.files.length === 0);
  const pathsOf = ({ plan }: HostPlan) => plan.files.map(({ path }) => path);
  const document = {
    connected: !isDry || isNothing,
    changed: isDry ? [] : plans.flatMap(pathsOf),
    wouldChange: isDry ? plans.flatMap(pathsOf) : [],
    notes: plans.flatMap(({ plan }) => plan.notes),
    hosts: plans.map(({ host, plan }) => ({
      name: host.name,
      changed: isDry ? [] : pathsOf({ host, plan }),
      wouldChange: isDry ? pathsOf({ host, plan }) : [],
      notes: plan.notes,
      stillToDo: left.get(host.name) ?? null,
      isOnlyDocumented: host.isOnlyDocumented === true,
    })),
    home: world.place.home,
  };
  world.out.result(document, () => (isDry ? dryText(plans) : doneText(plans, left, world)));
}

/** By host; what another host's hooks do for one is known once all of them are written. */
async function stillToDo(
  plans: readonly HostPlan[],
  isDry: boolean,
  world: World,
): Promise<ReadonlyMap<string, string | null>> {
  const told = plans.map(async ({ host }): Promise<[string, string | null]> => {
    const isByOthers = host.isServerOnly === true && !isDry;
    return [host.name, isByOthers ? await whatIsLeft(host, world) : host.stillToDo];
  });
  return new Map(await Promise.all(told));
}

async function requireAgreement(
  plans: readonly HostPlan[],
  given: Given,
  world: World,
): Promise<void> {
  const isNothing = plans.every(({ plan }) => plan.files.length === 0);
  if (isNothing || flag(given, "yes") || !isInteractive(world)) return;
  world.out.say(dryText(plans));
  if (await isAgreed(world, "Change these files?")) return;
  throw new MemoryError("not_allowed", { reason: "you said no; nothing was changed" });
}

const ONLY_DOCUMENTED = "by its documentation; it was never run against the program itself";

function dryText(plans: readonly HostPlan[]): string {
  return plans
    .flatMap(({ host, plan }) => [
      ...(host.isOnlyDocumented === true ? [`${host.title}: ${ONLY_DOCUMENTED}`] : []),
      plan.files.length === 0 ? `${host.title}: nothing would change` : describePlan(plan),
    ])
    .join("\n");
}

function doneText(
  plans: readonly HostPlan[],
  left: ReadonlyMap<string, string | null>,
  world: World,
): string {
  const toDo = ({ name }: RegisteredHost) => left.get(name) ?? null;
  const told = plans.flatMap(({ host, plan }) => [
    host.title,
    ...plan.notes.map((note) => `  ${note}`),
    ...(host.isOnlyDocumented === true ? [`  ${ONLY_DOCUMENTED}`] : []),
    ...(toDo(host) === null ? [] : [`  still to do: ${toDo(host)}`]),
  ]);
  const titles = plans.map(({ host }) => host.title);
  const have = titles.length === 1 ? "has" : "have";
  return [
    ...told,
    "Tacit",
    `  ${world.place.home}: the store`,
    "",
    `${titles.join(", ")} ${have} a memory now. It learns from every session; ask it with \`tacit recall\`.`,
  ].join("\n");
}

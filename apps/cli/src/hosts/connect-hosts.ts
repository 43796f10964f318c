/**
 * Registers with agent hosts for `connect` and `init`: shows the changes, asks for consent, applies them, and reports per
 * host.
 */
import { basename } from "node:path";
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
import type { OptionSpec, ParsedArgs } from "../command.ts";
import { type CommandContext, isInteractive } from "../command-context.ts";
import { failureOf } from "../failure.ts";
import { isAgreed } from "../input/ask.ts";
import { WRITER_OFFER } from "../learn/learn-with.ts";
import { withTacit } from "../open.ts";
import { columns, plural } from "../output/layout.ts";
import { flag } from "../parsed-args.ts";
import { dropUnusedPrograms, keepPrograms } from "../programs.ts";
import { connectRequest, whatIsLeft } from "./connection.ts";

export const CONNECT_OPTIONS: readonly OptionSpec[] = [
  { flags: "--dry-run", text: "show the files that would change, without writing them" },
  { flags: "--diff", text: "show every line that would change, without writing it" },
  {
    flags: "--yes",
    text: "do not ask for confirmation; required to write files without a terminal",
  },
];

interface HostPlan {
  readonly host: RegisteredHost;
  readonly plan: Plan;
}

interface HostProblem {
  readonly host: RegisteredHost;
  readonly problem: unknown;
}

/** Connects hosts. A host with unreadable or unwritable files is skipped; the others are connected. */
export async function connectHosts(
  hosts: readonly RegisteredHost[],
  input: ParsedArgs,
  context: CommandContext,
  request: ConnectRequest = connectRequest(context),
): Promise<void> {
  const problems: HostProblem[] = [];
  const named = hosts.map((host) => ({ host }));
  const planned = forEachHost(named, problems, ({ host }) => planConnect(request, [host]));
  if (hosts.length === 1 && problems[0] !== undefined) throw problems[0].problem;
  const isShown = flag(input, "dryRun") || flag(input, "diff");
  const isDry = isShown || !(await isAllowed(planned, input, context));
  const plans = isDry ? planned : await carriedOut(planned, problems, context);
  const left = await stillToDo(plans, isDry, context);
  const offer = isDry || plans.length === 0 ? null : await writerOffer(context);
  const isNothing = plans.every(({ plan }) => plan.files.length === 0);
  const pathsOf = ({ plan }: HostPlan) => plan.files.map(({ path }) => path);
  const document = {
    connected: (!isDry || isNothing) && problems.length === 0,
    changed: isDry ? [] : plans.flatMap(pathsOf),
    wouldChange: isDry ? plans.flatMap(pathsOf) : [],
    notes: plans.flatMap(({ plan }) => plan.notes),
    hosts: [
      ...plans.map(({ host, plan }) => ({
        name: host.name,
        changed: isDry ? [] : pathsOf({ host, plan }),
        wouldChange: isDry ? pathsOf({ host, plan }) : [],
        notes: plan.notes,
        stillToDo: left.get(host.name) ?? null,
        isOnlyDocumented: host.isOnlyDocumented === true,
        problem: null,
      })),
      ...problems.map(({ host, problem }) => ({
        name: host.name,
        changed: [],
        wouldChange: [],
        notes: [],
        stillToDo: `tacit connect ${host.name}`,
        isOnlyDocumented: host.isOnlyDocumented === true,
        problem: failureOf(problem).message,
      })),
    ],
    home: context.place.home,
  };
  for (const { host, problem } of problems) {
    const { message, next, exit } = failureOf(problem);
    context.out.say(`${host.title} was not changed: ${message}\n  next: ${next}`);
    context.endWith(exit);
  }
  if (isDry && !isShown && !isNothing)
    context.out.say(
      "No files were written, because there is no terminal for a confirmation. To write them, add --yes.",
    );
  context.out.result(document, () => {
    if (!isDry) return doneText(plans, left, context, offer);
    return flag(input, "diff") ? diffText(plans) : dryText(plans);
  });
}

/** Returns the hosts for which `act` succeeds; adds the others to `problems`. */
function forEachHost<Item extends { readonly host: RegisteredHost }>(
  items: readonly Item[],
  problems: HostProblem[],
  act: (item: Item) => Plan,
): HostPlan[] {
  return items.flatMap((item) => {
    try {
      return [{ host: item.host, plan: act(item) }];
    } catch (problem) {
      problems.push({ host: item.host, problem });
      return [];
    }
  });
}

async function carriedOut(
  planned: readonly HostPlan[],
  problems: HostProblem[],
  context: CommandContext,
): Promise<HostPlan[]> {
  const { home } = context.place;
  // Creates the store now, so that the first hook does not have to wait for it.
  await withTacit(context, async () => undefined);
  keepPrograms(home);
  const done = forEachHost(planned, problems, ({ plan }) => {
    applyPlan(plan, configBackups(home));
    return plan;
  });
  dropUnusedPrograms(home);
  return done;
}

/** Returns what is left to do per host. What another host's hooks cover is known after all of them are written. */
async function stillToDo(
  plans: readonly HostPlan[],
  isDry: boolean,
  context: CommandContext,
): Promise<ReadonlyMap<string, string | null>> {
  const entries = plans.map(async ({ host }): Promise<[string, string | null]> => {
    const isByOthers = host.isServerOnly === true && !isDry;
    return [host.name, isByOthers ? await whatIsLeft(host, context) : host.stillToDo];
  });
  return new Map(await Promise.all(entries));
}

/**
 * Asks for consent. Returns false if no person can be asked, so that nothing is written. Throws "not_allowed" if the person
 * declines.
 */
async function isAllowed(
  plans: readonly HostPlan[],
  input: ParsedArgs,
  context: CommandContext,
): Promise<boolean> {
  const isNothing = plans.every(({ plan }) => plan.files.length === 0);
  if (isNothing || flag(input, "yes")) return true;
  if (!isInteractive(context)) return false;
  context.out.say(dryText(plans));
  if (await isAgreed(context, "Change these files?")) return true;
  throw new MemoryError("not_allowed", { reason: "canceled; nothing was changed" });
}

const ONLY_DOCUMENTED = "implemented from its documentation; not tested with the program itself";

/** Returns one line per host. */
function dryText(plans: readonly HostPlan[]): string {
  const rows = plans.map(({ host, plan: { files } }) => [
    host.title,
    files.length === 0 ? "nothing" : plural(files.length, "file"),
    files.map(({ path }) => basename(path)).join(", "),
  ]);
  return ["Would change (`--diff` shows every line):", ...columns(rows)].join("\n");
}

function diffText(plans: readonly HostPlan[]): string {
  return plans
    .flatMap(({ host, plan }) => [
      ...(host.isOnlyDocumented === true ? [`${host.title}: ${ONLY_DOCUMENTED}`] : []),
      plan.files.length === 0 ? `${host.title}: no changes` : describePlan(plan),
    ])
    .join("\n");
}

/** Returns the offer to choose a writer, or null if one is chosen. */
async function writerOffer(context: CommandContext): Promise<string | null> {
  let offer: string | null = null;
  await withTacit(context, async (tacit) => {
    offer = (await (await tacit.admin.writers()).list()).length === 0 ? WRITER_OFFER : null;
  });
  return offer;
}

function doneText(
  plans: readonly HostPlan[],
  left: ReadonlyMap<string, string | null>,
  context: CommandContext,
  offer: string | null,
): string {
  const toDo = ({ name }: RegisteredHost) => left.get(name) ?? null;
  const lines = plans.flatMap(({ host, plan }) => [
    host.title,
    ...plan.notes.map((note) => `  ${note}`),
    ...(host.isOnlyDocumented === true ? [`  ${ONLY_DOCUMENTED}`] : []),
    ...(toDo(host) === null ? [] : [`  next: ${toDo(host)}`]),
  ]);
  if (plans.length === 0) return "no agent was connected";
  const titles = plans.map(({ host }) => host.title);
  const have = titles.length === 1 ? "has" : "have";
  return [
    ...lines,
    "Tacit",
    `  ${context.place.home}: the store`,
    "",
    `${titles.join(", ")} ${have} a memory now. It learns from every session; ask it with \`tacit recall\`.`,
    ...(offer === null ? [] : [`Optional: ${offer}.`]),
  ].join("\n");
}

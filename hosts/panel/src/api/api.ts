/** The routes of the panel's API and their handlers. */

import type { Tacit } from "@tacit-memory/memory";
import type { PanelOutput, PanelRoute } from "@tacit-memory/protocol";
import { changeProblem } from "../gate.ts";
import type { Learning } from "../learning.ts";
import type { PanelMachine } from "../panel-machine.ts";
import type { PanelStore } from "../panel-store.ts";
import { failed, failureOf, json } from "./answer.ts";
import { answerTo, openGaps } from "./ask.ts";
import { changeMemories, changesMade, correctMemory, undoChanges } from "./changes.ts";
import { codeFile, codeFiles, codeOverview } from "./code.ts";
import { graphPart, wholeMap } from "./graph.ts";
import { learnedQueue, pastSessions } from "./learned.ts";
import { searchMemories } from "./memories.ts";
import { memoryDetail } from "./memory-detail.ts";
import { sessionReplay } from "./replay.ts";
import {
  agentChangeRequest,
  agentPlanRequest,
  askRequest,
  changeRequest,
  codeFileRequest,
  codeFilesRequest,
  correctRequest,
  editRequest,
  graphRequest,
  learnedRequest,
  learningRequest,
  memoriesRequest,
  memoryRequest,
  modelRequest,
  parsed,
  reviewDecision,
  sessionRequest,
  settingRequest,
  teachRequest,
  todayRequest,
  undoRequest,
} from "./requests.schema.ts";
import { decide, reviewQueue } from "./review.ts";
import { matchRoute } from "./route-table.ts";
import { recentSessions, sessionDetail } from "./sessions.ts";
import { changeSetting, chooseModel, modelsOf, settingsOf } from "./settings.ts";
import { teach } from "./teach.ts";
import { todayOf } from "./today.ts";

type Env = Readonly<Record<string, string | undefined>>;

interface ApiRequest extends Omit<ApiOptions, "store"> {
  readonly tacit: Tacit;
  readonly nowMs: number;
  /** Query or body, merged with the parameters of the path. */
  readonly input: unknown;
}

/** Routes that have a handler here. The token exchange is handled before them (gate.ts). */
type Answered = Exclude<PanelRoute, "POST /api/session">;

const HANDLERS: {
  readonly [Route in Answered]: (asked: ApiRequest) => Promise<PanelOutput<Route>>;
} = {
  "GET /api/project": async ({ tacit: { identity }, machine }) => ({
    project: identity.name,
    root: identity.root,
    branch: identity.branch,
    agents: machine.agentNames,
  }),
  "GET /api/today": ({ input, ...at }) => todayOf(at, parsed(todayRequest, input)),
  "GET /api/memories": ({ input, ...at }) => searchMemories(at, parsed(memoriesRequest, input)),
  "GET /api/memories/:id": ({ input, ...at }) => memoryDetail(at, parsed(memoryRequest, input).id),
  "POST /api/memories/:id": async ({ input, tacit: { memories } }) => {
    const { id, content } = parsed(editRequest, input);
    return {
      changes: await changesMade(
        memories,
        [id],
        async () => void (await memories.edit(id, { content })),
      ),
    };
  },
  "POST /api/memories/:id/correct": ({ input, tacit }) =>
    correctMemory(tacit, parsed(correctRequest, input)),
  "POST /api/changes": ({ input, tacit }) => changeMemories(tacit, parsed(changeRequest, input)),
  "POST /api/undo": ({ input, tacit }) => undoChanges(tacit, parsed(undoRequest, input).changes),
  "GET /api/review": ({ input: _, ...at }) => reviewQueue(at),
  "POST /api/review/:id": ({ input, tacit }) => decide(tacit, parsed(reviewDecision, input)),
  "GET /api/sessions": async ({ tacit }) => ({ sessions: await recentSessions(tacit) }),
  "GET /api/sessions/:id": ({ input, ...at }) =>
    sessionDetail(at, parsed(sessionRequest, input).id),
  "GET /api/sessions/:id/replay": ({ input, ...at }) =>
    sessionReplay(at, parsed(sessionRequest, input).id),
  "GET /api/code": ({ tacit }) => codeOverview(tacit),
  "GET /api/code/files": ({ input, tacit }) => codeFiles(tacit, parsed(codeFilesRequest, input)),
  "GET /api/code/file": ({ input, ...at }) => codeFile(at, parsed(codeFileRequest, input)),
  "GET /api/graph/map": ({ tacit }) => wholeMap(tacit),
  "GET /api/graph": ({ input, tacit }) => graphPart(tacit, parsed(graphRequest, input).focus),
  "POST /api/ask": ({ input, ...at }) => answerTo(at, parsed(askRequest, input)),
  "GET /api/gaps": async ({ tacit }) => ({ gaps: await openGaps(tacit) }),
  "POST /api/teach": ({ input, ...at }) => teach(at, parsed(teachRequest, input)),
  "GET /api/agents": async ({ tacit, machine }) => ({
    agents: await machine.agents(await tacit.admin.status()),
  }),
  "GET /api/agents/:name/plan": async ({ input, machine }) => {
    const { name, action } = parsed(agentPlanRequest, input);
    return machine.plan(name, action);
  },
  "POST /api/agents/:name": async ({ input, machine }) => {
    const { name, ...request } = parsed(agentChangeRequest, input);
    return machine.change(name, request);
  },
  "GET /api/past-sessions": ({ tacit, machine }) => pastSessions({ tacit }, machine),
  "GET /api/learning": async ({ learning }) => learning.state(),
  "POST /api/learning": async ({ input, learning }) => {
    const request = parsed(learningRequest, input);
    if (request.action === "begin") learning.begin(request);
    else learning.stop();
    return learning.state();
  },
  "GET /api/learned": ({ input, ...at }) => learnedQueue(at, parsed(learnedRequest, input)),
  "GET /api/settings": ({ tacit, version, env }) => settingsOf(tacit, { version, env }),
  "POST /api/settings": async ({ input, tacit }) => {
    const { name, value } = parsed(settingRequest, input);
    await changeSetting(tacit, name, value);
    return {};
  },
  "GET /api/models": ({ tacit, env }) => modelsOf(tacit, env),
  "POST /api/models/:role": ({ input, tacit }) => chooseModel(tacit, parsed(modelRequest, input)),
};
const ROUTES = Object.keys(HANDLERS) as Answered[];

export interface ApiOptions {
  readonly store: PanelStore;
  readonly version: string;
  readonly env: Env;
  readonly machine: PanelMachine;
  readonly learning: Learning;
}

export function createApi({ store, ...options }: ApiOptions) {
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const matched = matchRoute(ROUTES, request.method, pathname);
    if (matched === null) return failed(404, "request_refused", "no such route");
    const problem = request.method === "GET" ? null : changeProblem(request);
    if (problem !== null) return problem;
    try {
      const sent =
        request.method === "GET" ? Object.fromEntries(searchParams) : bodyOf(await request.text());
      const input = { ...sent, ...matched.params };
      const handle: (asked: ApiRequest) => Promise<unknown> = HANDLERS[matched.route];
      const work = (tacit: Tacit) => handle({ ...options, tacit, nowMs: Date.now(), input });
      // Only a change or a question is followed by work that waits; after a keystroke it would delay the next one.
      return json(await (request.method === "GET" ? store.read(work) : store.use(work)));
    } catch (error) {
      return failureOf(error);
    }
  };
}

/**
 * Parses a body. Anything that is not a JSON object becomes an empty object, which the schema rejects for its missing fields.
 */
function bodyOf(text: string): object {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? body : {};
  } catch {
    return {};
  }
}

/** The past sessions of this project on this machine, and learning from them: its progress and its result. */
import type {
  AgentTranscripts,
  LearningRequest,
  LearningState,
  PastSessions,
} from "@tacit-memory/protocol";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Progress } from "radix-ui";
import { useState } from "react";
import { call } from "../../data/api.ts";
import { isRunning, learningQuery } from "../../data/learning.ts";
import { useAgentName } from "../../data/project.ts";
import { failureSentence, failureText } from "../../i18n/failure-text.ts";
import { bytes, number, useWords } from "../../i18n/words.ts";
import { Button } from "../../parts/button.tsx";
import { Commands, Loaded } from "../../parts/empty.tsx";
import { useNotify } from "../../parts/notices.tsx";

export function PastSessionsPart() {
  const learning = useQuery(learningQuery);
  const past = useQuery({
    queryKey: ["past-sessions"],
    queryFn: ({ signal }) => call("GET /api/past-sessions", {}, { signal }),
  });
  const [readsRepository, setReadsRepository] = useState(false);
  return (
    <>
      <Loaded query={past} lines={2}>
        {({ found, inRepository }) => (
          <>
            <Found found={found} />
            <InRepository totals={inRepository} isOn={readsRepository} set={setReadsRepository} />
          </>
        )}
      </Loaded>
      <Loaded query={learning} lines={1}>
        {(state) => (
          <LearningPart
            state={state}
            hasSessions={readsRepository || past.data?.found.length !== 0}
            readsRepository={readsRepository}
          />
        )}
      </Loaded>
    </>
  );
}

interface InRepositoryProps {
  readonly totals: PastSessions["inRepository"];
  readonly isOn: boolean;
  readonly set: (isOn: boolean) => void;
}

/** Asks whether to read the transcripts that the repository contains. */
function InRepository({ totals, isOn, set }: InRepositoryProps) {
  const { t, language } = useWords();
  const { files, folder, checkpoints } = totals;
  if (files === 0) return null;
  const places = [
    ...(folder === null ? [] : [`\`${folder}\``]),
    ...(checkpoints === 0 ? [] : [t("start.checkpoints")]),
  ];
  return (
    <label className="mode">
      <input type="checkbox" checked={isOn} onChange={({ target }) => set(target.checked)} />
      <span>
        <strong>{t("start.inRepository", { count: files })}</strong>
        <span className="muted">
          <Commands
            text={t("start.inRepositoryText", {
              places: new Intl.ListFormat(language).format(places),
              size: bytes(totals.bytes, language),
            })}
          />
        </span>
      </span>
    </label>
  );
}

function Found({ found }: { readonly found: readonly AgentTranscripts[] }) {
  const { t, language } = useWords();
  const agentName = useAgentName();
  if (found.length === 0) return <p className="muted">{t("start.pastNone")}</p>;
  return (
    <>
      <p className="muted">{t("start.pastText")}</p>
      <ul className="agents">
        {found.map(({ agent, files, bytes: size }) => (
          <li key={agent} className="agent">
            <strong>{agentName(agent)}</strong>
            <span className="muted">
              {t("start.transcripts", { count: files })}, {bytes(size, language)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

interface LearningPartProps {
  readonly state: LearningState;
  readonly hasSessions: boolean;
  readonly readsRepository: boolean;
}

function LearningPart({ state, hasSessions, readsRepository }: LearningPartProps) {
  const { t } = useWords();
  const send = useLearning();
  if (isRunning(state))
    return (
      <div className="learning">
        <LearningProgress state={state} />
        <Button disabled={state.step === "stopping"} onClick={() => void send({ action: "stop" })}>
          {t("start.stop")}
        </Button>
      </div>
    );
  const first = hasSessions ? t("start.begin") : t("start.beginProject");
  return (
    <>
      <Ended state={state} />
      <Button
        look={state.step === "done" ? "plain" : "primary"}
        onClick={() => void send({ action: "begin", readsRepository })}
      >
        {state.step === "idle" ? first : t("start.again")}
      </Button>
    </>
  );
}

function useLearning(): (request: LearningRequest) => Promise<void> {
  const { t } = useWords();
  const queries = useQueryClient();
  const notify = useNotify();
  return async (request) => {
    try {
      queries.setQueryData(learningQuery.queryKey, await call("POST /api/learning", request));
    } catch (error) {
      const detail = failureText(error, t);
      notify({ text: t("failure.change"), detail, isFailure: true });
    }
  };
}

type RunningStep = "rules" | "history" | "reading" | "learning" | "stopping";

function LearningProgress({ state }: { readonly state: LearningState }) {
  const { t } = useWords();
  const share = shareOf(state);
  const title = t(`start.${state.step as RunningStep}`);
  return (
    <div className="learning-words">
      <p>
        <strong role="status">{title}</strong> <Counts state={state} />
      </p>
      <Progress.Root className="bar" value={share} max={1} aria-label={title}>
        <Progress.Indicator
          className="bar-done"
          style={share === null ? {} : { transform: `scaleX(${share})` }}
        />
      </Progress.Root>
    </div>
  );
}

/** Returns the share of the present step that is done; null if it is unknown. */
function shareOf(state: LearningState): number | null {
  if (state.step === "reading" && state.of > 0) return state.files / state.of;
  if (state.step === "learning" && state.of > 0) return state.sessions / state.of;
  return null;
}

function Counts({ state }: { readonly state: LearningState }) {
  const { t, language } = useWords();
  const counted = (value: number) => number(value, language);
  if (state.step === "reading") {
    const { files, of, events } = state;
    const counts = { files: counted(files), of: counted(of), events: counted(events) };
    return <span className="muted">{t("start.files", counts)}</span>;
  }
  if (state.step !== "learning") return null;
  const { sessions, of, memories } = state;
  return (
    <span className="muted">
      {t("start.sessionsOf", { sessions: counted(sessions), of: counted(of) })},{" "}
      {t("start.memories", { count: memories })}
    </span>
  );
}

function Ended({ state }: { readonly state: LearningState }) {
  const { t } = useWords();
  if (state.step === "done") return <Result state={state} />;
  if (state.step === "stopped") return <p role="status">{t("start.stopped")}</p>;
  if (state.step !== "failed") return null;
  return (
    <p role="alert" className="agent-warning">
      {t("start.failed")}: <Commands text={failureSentence(state, t)} />
    </p>
  );
}

function Result({ state }: { readonly state: Extract<LearningState, { readonly step: "done" }> }) {
  const { t, language } = useWords();
  const { memories, sessions, commits, rules, problems } = state;
  const read = [
    ...(sessions === 0 ? [] : [t("start.sessions", { count: sessions })]),
    ...(commits === 0 ? [] : [t("start.commits", { count: commits })]),
  ];
  const sources = new Intl.ListFormat(language).format(read);
  const isNothing = read.length === 0 && rules === 0 && problems === 0;
  const none = rules === 0 ? t("start.learnedNone") : null;
  return (
    <p role="status" className="learning-result">
      <strong>{memories === 0 ? none : t("start.learned", { count: memories })}</strong>{" "}
      {read.length === 0 ? null : t("start.from", { sources })}{" "}
      {rules === 0 ? null : t("start.newRules", { count: rules })}{" "}
      {isNothing ? t("start.nothingNew") : null}{" "}
      {problems === 0 ? null : t("start.problems", { count: problems })}
    </p>
  );
}

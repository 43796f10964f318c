/** Shows which lines of which files connecting or disconnecting an agent changes, and changes them after a click. */
import type {
  AgentAction,
  AgentChangeRequest,
  AgentFileChange,
  AgentPlan,
  AgentState,
} from "@tacit-memory/protocol";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { planQuery } from "../../data/agents.ts";
import { call } from "../../data/api.ts";
import { failureText } from "../../i18n/failure-text.ts";
import { useWords } from "../../i18n/words.ts";
import { Button } from "../../parts/button.tsx";
import { DialogFrame } from "../../parts/dialog-frame.tsx";
import { Loaded } from "../../parts/empty.tsx";
import { useNotify } from "../../parts/notices.tsx";

interface ChangeDialogProps {
  readonly agent: AgentState;
  readonly action: AgentAction;
  readonly onClose: () => void;
}

export function ChangeDialog({ agent, action, onClose }: ChangeDialogProps) {
  const { t } = useWords();
  const change = useAgentChange(agent);
  const { name, title } = agent;
  const query = useQuery(planQuery(name, action));
  const { data: plan } = query;
  return (
    <DialogFrame
      title={t(`agents.${action}Title`, { agent: title })}
      description={t(`agents.${action}Text`)}
      size="wide"
      onClose={onClose}
    >
      <Loaded query={query} lines={3}>
        {({ files }) => <Files files={files} />}
      </Loaded>
      <div className="dialog-actions">
        <Button onClick={onClose}>{t("action.cancel")}</Button>
        <Button
          look="primary"
          disabled={isNothing(plan)}
          onClick={() => {
            onClose();
            if (plan !== undefined) void change({ action, digest: plan.digest });
          }}
        >
          {t(`agents.${action}`)}
        </Button>
      </div>
    </DialogFrame>
  );
}

function isNothing(plan: AgentPlan | undefined): boolean {
  return plan === undefined || plan.files.length === 0;
}

function Files({ files }: Pick<AgentPlan, "files">) {
  const { t } = useWords();
  if (files.length === 0) return <p>{t("agents.nothing")}</p>;
  return (
    <ul className="file-changes">
      {files.map((file) => (
        <li key={file.path}>
          <FileChange file={file} />
        </li>
      ))}
    </ul>
  );
}

function FileChange({ file }: { readonly file: AgentFileChange }) {
  const { t } = useWords();
  const { path, change, lines, left } = file;
  return (
    <details className="file-change">
      <summary>
        <code>{path}</code> <span className="muted">{t(`agents.${change}`)}</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must be able to scroll it */}
      <section className="diff" tabIndex={0} aria-label={path}>
        {lines.map(({ kind, text }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one change never change places
          <DiffLineRow key={i} kind={kind} text={text} />
        ))}
      </section>
      {left === 0 ? null : <p className="muted">{t("agents.moreLines", { count: left })}</p>}
    </details>
  );
}

const MARKS = { removed: "−", added: "+", same: " " } as const;

function DiffLineRow({ kind, text }: AgentFileChange["lines"][number]) {
  const line = `${MARKS[kind]} ${text}\n`;
  if (kind === "removed") return <del>{line}</del>;
  return kind === "added" ? <ins>{line}</ins> : <span>{line}</span>;
}

/** Returns a function that changes an agent's files, reports it, and offers to undo it. */
function useAgentChange({ name, title }: AgentState) {
  const { t, word } = useWords();
  const queries = useQueryClient();
  const notify = useNotify();
  const change = async (request: AgentChangeRequest): Promise<void> => {
    try {
      const done = await call("POST /api/agents/:name", request, { params: { name } });
      const { stillToDo, undo } = done;
      notify({
        text: t(`agents.${request.action}Done`, { agent: title }),
        ...(stillToDo === null
          ? {}
          : { detail: word("stillToDo", name, stillToDo).replaceAll("`", "") }),
        ...(undo === null ? {} : { undo: () => change(undo) }),
      });
    } catch (error) {
      const detail = failureText(error, t);
      notify({ text: t("failure.change"), detail, isFailure: true });
    }
    await queries.invalidateQueries({ queryKey: ["agents"] });
  };
  return change;
}

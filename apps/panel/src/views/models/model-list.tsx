/** The models in use, by role, and how to choose others. */
import type { ModelRole, PanelModels } from "@tacit-memory/protocol";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { modelsQuery } from "../../data/models.ts";
import { number, useWords } from "../../i18n/words.ts";
import { Button } from "../../parts/button.tsx";
import { Loaded } from "../../parts/empty.tsx";
import { ModelDialog } from "./model-dialog.tsx";
import { modelOptions, optionOf } from "./model-kinds.ts";

export function ModelList() {
  const query = useQuery(modelsQuery);
  return (
    <Loaded query={query} lines={4}>
      {(models) => <Models models={models} />}
    </Loaded>
  );
}

function Models({ models }: { readonly models: PanelModels }) {
  const [asked, setAsked] = useState<ModelRole | null>(null);
  return (
    <>
      <ul className="agents">
        {models.roles.map((role) => (
          <RoleRow key={role.role} role={role} models={models} ask={() => setAsked(role)} />
        ))}
      </ul>
      {asked === null ? null : (
        <ModelDialog role={asked} models={models} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

interface RoleRowProps {
  readonly role: ModelRole;
  readonly models: PanelModels;
  readonly ask: () => void;
}

function RoleRow({ role: { role, chosen, override, calls, waiting }, models, ask }: RoleRowProps) {
  const { t, word, language } = useWords();
  const option = optionOf(modelOptions(role, models), chosen);
  const title = t(`models.${role}`);
  const parts = [
    option?.encoder?.name ?? word("modelKind", option?.kind ?? chosen.name),
    chosen.name.startsWith("ollama:") ? chosen.name.slice("ollama:".length) : chosen.model,
    option?.kind === "folder" ? chosen.name : undefined,
    chosen.url === undefined ? undefined : URL.parse(chosen.url)?.host,
    calls === null
      ? undefined
      : t("models.calls", { count: calls.today, most: number(calls.most, language) }),
  ];
  return (
    <li className="agent">
      <div className="agent-words">
        <strong>{title}</strong>
        <span className="muted">{parts.filter((part) => part !== undefined).join(" · ")}</span>
        <p className="agent-note">{t(`models.${role}Text`)}</p>
        {override === null ? null : (
          <p className="agent-warning">
            {t("models.override", { value: word("optionValue", override, override) })}
          </p>
        )}
        {waiting === 0 ? null : (
          <p className="agent-note">
            {t("models.waiting", { count: waiting, number: number(waiting, language) })}
          </p>
        )}
      </div>
      <div className="agent-actions">
        <Button aria-label={t("models.changeOf", { role: title })} onClick={ask}>
          {t("models.change")}
        </Button>
      </div>
    </li>
  );
}

/** Settings view: the project's mode, every option with its source, and what is stored where. */
import type { PanelOption, PanelSettings } from "@tacit-memory/protocol";
import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode, useState } from "react";
import { call } from "../../data/api.ts";
import { useAct } from "../../data/changes.ts";
import { bytes, useWords } from "../../i18n/words.ts";
import { Button } from "../../parts/button.tsx";
import { Commands, Loaded } from "../../parts/empty.tsx";
import { ViewHead } from "../../parts/heading.tsx";
import { Time } from "../../parts/marks.tsx";
import { AgentList } from "../agents/agent-list.tsx";
import { ModelList } from "../models/model-list.tsx";
import { groupedOptions } from "./option-groups.ts";

export function SettingsView() {
  const { t } = useWords();
  const query = useQuery({
    queryKey: ["settings"],
    queryFn: ({ signal }) => call("GET /api/settings", {}, { signal }),
  });
  return (
    <article className="view view-narrow">
      <ViewHead title={t("nav.settings")} lead={t("settings.lead")} />
      <Loaded query={query} lines={8}>
        {(settings) => <Content settings={settings} />}
      </Loaded>
    </article>
  );
}

type Change = (name: string, value: string | null) => Promise<void>;

function useSetting(): Change {
  const { t } = useWords();
  const act = useAct();
  return (name, value) =>
    act(async () => {
      await call("POST /api/settings", { name, value });
      return { text: t("done.edit") };
    });
}

function Content({ settings }: { readonly settings: PanelSettings }) {
  const { t, word } = useWords();
  const change = useSetting();
  return (
    <>
      <fieldset className="modes">
        <legend>{t("settings.mode")}</legend>
        {settings.modes.map((mode) => (
          <label key={mode} className="mode">
            <input
              type="radio"
              name="mode"
              checked={mode === settings.mode}
              onChange={() => void change("mode", mode)}
            />
            <span>
              <strong>{word("mode", mode)}</strong>
              <span className="muted">{word("modeText", mode)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <section className="section">
        <h2>{t("agents.title")}</h2>
        <p className="muted section-text">{t("agents.text")}</p>
        <AgentList />
      </section>
      <section className="section">
        <h2>{t("models.title")}</h2>
        <p className="muted section-text">{t("models.text")}</p>
        <ModelList />
      </section>
      <section className="section">
        <h2>{t("settings.options")}</h2>
        {groupedOptions(settings.options).map(([group, options]) => (
          <Fragment key={group}>
            <h3 className="option-group">{t(`optionGroup.${group}`)}</h3>
            <ul className="options">
              {options.map((option) => (
                <li key={`${option.name} ${option.value}`} className="option">
                  <Option option={option} change={change} />
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
      </section>
      <Stored settings={settings} />
    </>
  );
}

interface OptionProps {
  readonly option: PanelOption;
  readonly change: Change;
}

function Option({ option, change }: OptionProps) {
  const { t, word } = useWords();
  const { name, value, source, mayChange } = option;
  return (
    <>
      <div className="option-words">
        <label htmlFor={`option-${name}`}>{word("optionName", name)}</label>
        <p className="muted">
          <Commands text={word("option", name)} />
        </p>
        <p className="meta">
          <code>{name}</code>
          {source === "default" ? null : <span>{word("optionSource", source)}</span>}
          {source === "user" ? (
            <button type="button" className="link" onClick={() => void change(name, null)}>
              {t("settings.reset", { value: defaultOf(option, word) })}
            </button>
          ) : null}
        </p>
      </div>
      {mayChange ? (
        <OptionField option={option} change={change} />
      ) : (
        <output id={`option-${name}`} className="option-value">
          {value ?? (source === "default" ? t("settings.unset") : t("settings.secret"))}
        </output>
      )}
    </>
  );
}

function OptionField({ option, change }: OptionProps) {
  const { t, word } = useWords();
  const { name, kind, choices } = option;
  const value = chosenValue(option);
  const [text, setText] = useState(value);
  const id = `option-${name}`;
  const values = kind === "switch" ? ["on", "off"] : choices;
  if (values.length > 0)
    return (
      <select
        id={id}
        className="field"
        value={value}
        onChange={({ target }) => void change(name, target.value)}
      >
        {value === "" ? (
          <option value="" disabled>
            {t("settings.usual")}
          </option>
        ) : null}
        {values.map((one) => (
          <option key={one} value={one}>
            {word("optionValue", one, one)}
          </option>
        ))}
      </select>
    );
  return (
    <form
      className="option-form"
      onSubmit={(event) => {
        event.preventDefault();
        void change(name, text);
      }}
    >
      <input
        id={id}
        className="field"
        value={text}
        placeholder={value === "" ? defaultOf(option, word) : undefined}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" disabled={text === value}>
        {t("action.save")}
      </Button>
    </form>
  );
}

type Word = ReturnType<typeof useWords>["word"];

/** Returns the default of an option as a person reads it. */
function defaultOf({ name, default: usual }: PanelOption, word: Word): string {
  return word("optionDefault", name, word("optionValue", usual, usual)).replaceAll("`", "");
}

/** Returns "" for an option whose default is described in words and is no value itself. */
function chosenValue({ kind, choices, value, source }: PanelOption): string {
  const isWords =
    source === "default" && (kind === "choice" ? !choices.includes(value ?? "") : kind === "list");
  return isWords ? "" : (value ?? "");
}

function Stored({ settings }: { readonly settings: PanelSettings }) {
  const { t, language } = useWords();
  const { server, home, engine, storeBytes, lastBackupAtMs, version } = settings;
  const place: readonly (readonly [string, ReactNode])[] =
    server === null
      ? [
          [t("settings.home"), <code key="home">{home}</code>],
          [t("settings.size"), bytes(storeBytes, language)],
          [
            t("settings.backups"),
            lastBackupAtMs === null ? (
              t("today.never")
            ) : (
              <Time key="backup" atMs={lastBackupAtMs} />
            ),
          ],
        ]
      : [[t("settings.server"), <code key="server">{server}</code>]];
  const rows = [...place, [t("settings.engine"), engine], ["Tacit", version]] as const;
  return (
    <section className="section facts">
      <h2>{t(server === null ? "settings.stored" : "settings.storedOnServer")}</h2>
      {server === null ? null : <p className="muted">{t("settings.serverText")}</p>}
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

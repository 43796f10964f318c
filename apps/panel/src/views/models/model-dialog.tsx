/** Chooses the model of a role: states what each would receive and cost, and asks for what is needed to reach it. */
import type { ModelRole, PanelModels } from "@tacit-memory/protocol";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useModelChoice } from "../../data/models.ts";
import { bytes, useWords } from "../../i18n/words.ts";
import { DialogFrame } from "../../parts/dialog-frame.tsx";
import { FormActions } from "../../parts/dialogs.tsx";
import { Commands } from "../../parts/empty.tsx";
import {
  type Entered,
  enteredOf,
  isComplete,
  type ModelField,
  type ModelOption,
  modelOptions,
  NOTHING_ENTERED,
  needsHttp,
  optionOf,
  requestFor,
} from "./model-kinds.ts";

interface ModelDialogProps {
  readonly role: ModelRole;
  readonly models: PanelModels;
  readonly onClose: () => void;
}

export function ModelDialog({ role: { role, chosen }, models, onClose }: ModelDialogProps) {
  const { t } = useWords();
  const options = modelOptions(role, models);
  const present = optionOf(options, chosen);
  const [option, setOption] = useState(present);
  const [entered, setEntered] = useState(
    present === undefined ? NOTHING_ENTERED : enteredOf(present, chosen),
  );
  const { choose, isAsking, problem } = useModelChoice(role, t(`models.${role}`));
  const isReady = option !== undefined && isComplete(option, entered);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isReady && (await choose(requestFor(option, entered)))) onClose();
  };
  return (
    <DialogFrame
      title={t(`models.${role}`)}
      description={t(`models.${role}Text`)}
      size="high"
      onClose={onClose}
    >
      <form onSubmit={(event) => void submit(event)}>
        <fieldset className="modes">
          <legend className="sr-only">{t(`models.${role}`)}</legend>
          {options.map((one) => (
            <Choice
              key={one.name ?? one.kind}
              role={role}
              option={one}
              isChecked={one.name === option?.name && one.kind === option.kind}
              choose={() => {
                setOption(one);
                if (one.kind !== option?.kind) setEntered(NOTHING_ENTERED);
              }}
            >
              <Fields option={one} entered={entered} change={setEntered} />
            </Choice>
          ))}
        </fieldset>
        <FormActions
          label={isAsking ? t("models.asking") : t("models.use")}
          isDisabled={!isReady || isAsking}
          onClose={onClose}
        >
          <p className="model-problem" role="alert">
            {problem === null ? null : <Commands text={problem} />}
          </p>
        </FormActions>
      </form>
    </DialogFrame>
  );
}

interface ChoiceProps {
  readonly role: ModelRole["role"];
  readonly option: ModelOption;
  readonly isChecked: boolean;
  readonly choose: () => void;
  /** The fields, shown for the chosen one. */
  readonly children: ReactNode;
}

function Choice({ role, option, isChecked, choose, children }: ChoiceProps) {
  const { t, word, language } = useWords();
  const { kind, encoder, needed, optional } = option;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChecked) place.current?.scrollIntoView({ block: "nearest" });
  }, [isChecked]);
  const size = encoder?.bytes == null ? "" : bytes(encoder.bytes, language);
  return (
    <div ref={place} className="model-choice">
      <label className="mode">
        <input type="radio" name="model" checked={isChecked} onChange={choose} />
        <span>
          <strong>{encoder?.name ?? word("modelKind", kind)}</strong>
          <span className="muted">
            {encoder?.isInstalled === false ? (
              <Commands text={t("models.toInstall", { name: encoder.name, size })} />
            ) : (
              word("modelText", `${role}_${kind}`)
            )}
          </span>
        </span>
      </label>
      {isChecked && needed.length + optional.length > 0 ? (
        <div className="model-fields">{children}</div>
      ) : null}
    </div>
  );
}

interface FieldsProps {
  readonly option: ModelOption;
  readonly entered: Entered;
  readonly change: (entered: Entered) => void;
}

function Fields({ option, entered, change }: FieldsProps) {
  const { t } = useWords();
  const { kind, needed, optional } = option;
  const field = (name: ModelField, isNeeded: boolean) => (
    <div key={name} className="model-field">
      <label htmlFor={`model-${name}`}>
        {isNeeded ? t(`modelField.${name}`) : t(`modelField.${name}Optional`)}
      </label>
      <input
        id={`model-${name}`}
        className="field"
        required={isNeeded}
        inputMode={name === "callsADay" ? "numeric" : undefined}
        pattern={name === "callsADay" ? "[0-9]*" : undefined}
        autoComplete="off"
        spellCheck={false}
        value={entered[name]}
        onChange={({ target }) => change({ ...entered, [name]: target.value })}
      />
    </div>
  );
  return (
    <>
      {needed.map((name) => field(name, true))}
      {optional.map((name) => field(name, false))}
      {[...needed, ...optional].includes("keyName") ? (
        <p className="muted model-note">{t("models.noKey")}</p>
      ) : null}
      {needsHttp(entered.url) ? (
        <Check
          text={t("models.allowHttp")}
          isOn={entered.allowHttp}
          set={(allowHttp) => change({ ...entered, allowHttp })}
        />
      ) : null}
      {kind === "judge" ? (
        <Check
          text={t("models.judgesUnasked")}
          isOn={entered.judgesUnasked}
          set={(judgesUnasked) => change({ ...entered, judgesUnasked })}
        />
      ) : null}
    </>
  );
}

interface CheckProps {
  readonly text: string;
  readonly isOn: boolean;
  readonly set: (isOn: boolean) => void;
}

function Check({ text, isOn, set }: CheckProps) {
  return (
    <label className="model-check">
      <input type="checkbox" checked={isOn} onChange={({ target }) => set(target.checked)} />
      <span>{text}</span>
    </label>
  );
}

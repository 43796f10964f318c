/** The search field and the filters beside it. */
import { Search, X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useState } from "react";
import { en } from "../../i18n/en.ts";
import { useWords } from "../../i18n/words.ts";
import type { Filters } from "./filters.ts";

interface FilterBarProps {
  readonly filters: Filters;
  readonly change: (
    changed: { readonly [Name in keyof Filters]?: Filters[Name] | undefined },
  ) => void;
  readonly field: RefObject<HTMLInputElement | null>;
}

const TYPES = Object.keys(en.type);

export function FilterBar({ filters, change, field }: FilterBarProps) {
  const { t, word } = useWords();
  return (
    <search className="filters">
      <SearchField
        query={filters.query ?? ""}
        change={(query) => change({ query })}
        field={field}
      />
      <Choice
        label={t("memories.type")}
        value={filters.type ?? ""}
        choices={[
          ["", t("memories.anyType")],
          ...TYPES.map((type) => [type, word("type", type)] as const),
        ]}
        choose={(type) => change({ type })}
      />
      <Choice
        label={t("memories.only")}
        value={filters.only ?? ""}
        choices={[
          ["", t("memories.anyOnly")],
          ["pinned", t("memories.pinned")],
          ["review", t("memories.review")],
          ["staged", t("memories.staged")],
        ]}
        choose={(only) => change({ only: only === "" ? undefined : (only as Filters["only"]) })}
      />
      <Choice
        label={t("memories.state")}
        value={filters.state ?? ""}
        choices={[
          ["", t("memories.active")],
          ["archived", t("memories.archived")],
          ["all", t("memories.all")],
        ]}
        choose={(state) =>
          change({ state: state === "" ? undefined : (state as Filters["state"]) })
        }
      />
      {filters.tag === undefined ? null : (
        <Chip
          name={t("memories.withTag", { tag: filters.tag })}
          remove={() => change({ tag: undefined })}
        />
      )}
      {filters.file === undefined ? null : (
        <Chip
          name={t("memories.inFile", { file: filters.file })}
          remove={() => change({ file: undefined })}
        />
      )}
    </search>
  );
}

interface SearchFieldProps {
  readonly query: string;
  readonly change: (query: string | undefined) => void;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** Stores the typed text itself, so that the caret does not move when the address follows. */
function SearchField({ query, change, field }: SearchFieldProps) {
  const { t } = useWords();
  const [text, setText] = useState(query);
  useEffect(() => {
    if (document.activeElement !== field.current) setText(query);
  }, [query, field]);
  const write = (value: string) => {
    setText(value);
    change(value.trim() === "" ? undefined : value);
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key === "Escape") write("");
    if (event.key === "ArrowDown") {
      event.preventDefault();
      document.querySelector<HTMLElement>("[data-row='0'] a")?.focus();
    }
  };
  return (
    <label className="search">
      <Search size={17} aria-hidden="true" />
      <span className="sr-only">{t("memories.search")}</span>
      <input
        ref={field}
        type="search"
        value={text}
        placeholder={t("memories.placeholder")}
        onChange={({ target }) => write(target.value)}
        onKeyDown={pressed}
        spellCheck={false}
        autoComplete="off"
      />
    </label>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [string, string])[];
  readonly choose: (value: string) => void;
}

/** A native select, which has the usual keys and, on a phone, the native picker. */
function Choice({ label, value, choices, choose }: ChoiceProps) {
  return (
    <label className={value === "" ? "choice" : "choice choice-set"}>
      <span className="sr-only">{label}</span>
      <select value={value} onChange={({ target }) => choose(target.value)}>
        {choices.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Chip({ name, remove }: { readonly name: string; readonly remove: () => void }) {
  const { t } = useWords();
  return (
    <button
      type="button"
      className="chip"
      onClick={remove}
      aria-label={t("memories.removeFilter", { name })}
    >
      {name}
      <X size={14} aria-hidden="true" />
    </button>
  );
}

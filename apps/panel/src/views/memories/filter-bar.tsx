/** The search field and the filters beside it. */
import { X } from "lucide-react";
import type { RefObject } from "react";
import { en } from "../../i18n/en.ts";
import { useWords } from "../../i18n/words.ts";
import { SearchField } from "../../parts/filters/search-field.tsx";
import { type Filters, MAX_QUERY_CHARS } from "./filters.ts";

interface FilterBarProps {
  readonly filters: Filters;
  readonly change: (
    changed: { readonly [Name in keyof Filters]?: Filters[Name] | undefined },
  ) => void;
  /** Called when the person leaves the search field. */
  readonly leave: () => void;
  readonly field: RefObject<HTMLInputElement | null>;
}

const TYPES = Object.keys(en.type);

export function FilterBar({ filters, change, leave, field }: FilterBarProps) {
  const { t, word } = useWords();
  return (
    <search className="filters">
      <SearchField
        query={filters.query ?? ""}
        change={(query) => change({ query })}
        leave={leave}
        field={field}
        label={t("memories.search")}
        placeholder={t("memories.placeholder")}
        maxLength={MAX_QUERY_CHARS}
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

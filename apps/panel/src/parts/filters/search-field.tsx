/** A search field. The arrow down leads to the first row of the list below it. */
import { Search } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useState } from "react";

interface SearchFieldProps {
  readonly query: string;
  readonly change: (query: string | undefined) => void;
  /** Called when the person leaves the field. */
  readonly leave: () => void;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly placeholder: string;
  /** Characters that the server accepts. */
  readonly maxLength: number;
}

/** Stores the typed text itself, so that the caret does not move when the address follows. */
export function SearchField(props: SearchFieldProps) {
  const { query, change, leave, field, label, placeholder, maxLength } = props;
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
      <span className="sr-only">{label}</span>
      <input
        ref={field}
        type="search"
        value={text}
        placeholder={placeholder}
        maxLength={maxLength}
        onChange={({ target }) => write(target.value)}
        onKeyDown={pressed}
        onBlur={leave}
        spellCheck={false}
        autoComplete="off"
      />
    </label>
  );
}

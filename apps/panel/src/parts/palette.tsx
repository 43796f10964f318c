/** The command palette: opens every view, changes every display setting, and finds memories by a question. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { Keyboard, Sparkles } from "lucide-react";
import { type Dispatch, type SetStateAction, useDeferredValue, useEffect, useState } from "react";
import { call } from "../data/api.ts";
import { LANGUAGES, setPreferences, THEMES } from "../data/preferences.ts";
import { useWords } from "../i18n/words.ts";
import { Cited } from "./links/cited.tsx";
import { PAGES } from "./places.tsx";

/** Maximum number of hits in the palette; the memories view lists the others. */
const MAX_HITS = 6;

interface PaletteProps {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly openKeys: () => void;
}

export function Palette({ isOpen, setOpen, openKeys }: PaletteProps) {
  const { t } = useWords();
  const [text, setText] = useState("");
  const [selected, setSelected] = useState("");
  const act = (work: () => unknown) => () => {
    setOpen(false);
    setText("");
    work();
  };
  return (
    <Command.Dialog
      open={isOpen}
      onOpenChange={setOpen}
      value={selected}
      onValueChange={setSelected}
      label={t("palette.title")}
      className="palette"
      overlayClassName="overlay"
      contentClassName="palette-box"
      shouldFilter
    >
      <Command.Input
        value={text}
        onValueChange={setText}
        placeholder={t("palette.placeholder")}
        className="palette-input"
      />
      <Command.List className="palette-list">
        <FoundMemories text={text} act={act} select={setSelected} />
        <Places act={act} />
        <Command.Group heading={t("palette.display")}>
          <Command.Item onSelect={act(openKeys)}>
            <Keyboard size={16} aria-hidden="true" />
            {t("keys.title")}
          </Command.Item>
          {THEMES.map((theme) => (
            <Command.Item key={theme} onSelect={act(() => setPreferences({ theme }))}>
              {t("theme.label")}: {t(`theme.${theme}`)}
            </Command.Item>
          ))}
          {LANGUAGES.map((language) => (
            <Command.Item key={language} onSelect={act(() => setPreferences({ language }))}>
              {t("language.label")}: {t(`language.${language}`)}
            </Command.Item>
          ))}
        </Command.Group>
      </Command.List>
    </Command.Dialog>
  );
}

type Act = (work: () => unknown) => () => void;

function Places({ act }: { readonly act: Act }) {
  const { t } = useWords();
  const navigate = useNavigate();
  return (
    <Command.Group heading={t("palette.places")}>
      {PAGES.map(({ to, name, icon: Icon }) => (
        <Command.Item key={to} onSelect={act(() => navigate({ to }))}>
          <Icon size={16} aria-hidden="true" />
          {t(`nav.${name}`)}
        </Command.Item>
      ))}
      <Command.Item onSelect={act(() => navigate({ to: "/start" }))}>
        <Sparkles size={16} aria-hidden="true" />
        {t("start.title")}
      </Command.Item>
    </Command.Group>
  );
}

interface FoundMemoriesProps {
  readonly text: string;
  readonly act: Act;
  /** Changes the value of the selected item, which is the id of a memory or the text of another item. */
  readonly select: Dispatch<SetStateAction<string>>;
}

/** Matches the value of a memory's item. */
const MEMORY_ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

function FoundMemories({ text, act, select }: FoundMemoriesProps) {
  const { t, word } = useWords();
  const navigate = useNavigate();
  const query = useDeferredValue(text.trim());
  const { data } = useQuery({
    queryKey: ["memories", "palette", query],
    queryFn: ({ signal }) => call("GET /api/memories", { query }, { signal }),
    enabled: query.length > 1,
    placeholderData: (before) => before,
  });
  useEffect(() => {
    const ids = data?.rows.slice(0, MAX_HITS).map(({ id }) => id) ?? [];
    const [first] = ids;
    if (query.length < 2 || first === undefined) return;
    // The hits arrive after cmdk has selected an item for the text, if any matches it.
    select((value) =>
      value === "" || (MEMORY_ID.test(value) && !ids.includes(value)) ? first : value,
    );
  }, [data, query, select]);
  // cmdk counts only the items that it filters itself.
  if (query.length < 2 || data === undefined || data.rows.length === 0)
    return <Command.Empty className="palette-empty">{t("palette.empty")}</Command.Empty>;
  return (
    <Command.Group heading={t("palette.memories")} forceMount>
      {data.rows.slice(0, MAX_HITS).map((memory) => (
        <Command.Item
          key={memory.id}
          value={memory.id}
          forceMount
          onSelect={act(() => navigate({ to: "/memories/$id", params: { id: memory.id } }))}
        >
          <span className="mark-type">{word("type", memory.type)}</span>
          <span className="palette-text">
            <Cited text={memory.title} isInLink />
          </span>
        </Command.Item>
      ))}
    </Command.Group>
  );
}

/** The command palette: opens every view, changes every display setting, and finds memories by a question. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { Sparkles } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { call } from "../data/api.ts";
import { LANGUAGES, setPreferences, THEMES } from "../data/preferences.ts";
import { useWords } from "../i18n/words.ts";
import { Cited } from "./cited.tsx";
import { PLACES } from "./places.tsx";

/** Maximum number of hits in the palette; the memories view lists the others. */
const MAX_HITS = 6;

interface PaletteProps {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
}

export function Palette({ isOpen, setOpen }: PaletteProps) {
  const { t } = useWords();
  const [text, setText] = useState("");
  const act = (work: () => unknown) => () => {
    setOpen(false);
    setText("");
    work();
  };
  return (
    <Command.Dialog
      open={isOpen}
      onOpenChange={setOpen}
      label={t("palette.title")}
      className="palette"
      overlayClassName="overlay"
      contentClassName="palette-box"
      shouldFilter
    >
      <Command.Input
        value={text}
        onValueChange={setText}
        placeholder={t("palette.open")}
        className="palette-input"
      />
      <Command.List className="palette-list">
        <FoundMemories text={text} act={act} />
        <Places act={act} />
        <Command.Group heading={t("palette.display")}>
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
      {PLACES.map(({ to, name, icon: Icon }) => (
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

function FoundMemories({ text, act }: { readonly text: string; readonly act: Act }) {
  const { t, word } = useWords();
  const navigate = useNavigate();
  const query = useDeferredValue(text.trim());
  const { data } = useQuery({
    queryKey: ["memories", "palette", query],
    queryFn: ({ signal }) => call("GET /api/memories", { query }, { signal }),
    enabled: query.length > 1,
    placeholderData: (before) => before,
  });
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

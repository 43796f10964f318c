/** Actions for all selected memories, shown at the bottom of the list while any is selected. */
import type { MemoryRow, PanelAction } from "@tacit-memory/protocol";
import { Archive, ArchiveRestore, Check, Pin, Tag, Trash2, X } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../data/changes.ts";
import { useWords } from "../../i18n/words.ts";
import { Button } from "../../parts/button.tsx";
import { ForgetDialog, TextDialog } from "../../parts/dialogs.tsx";

interface BulkBarProps {
  readonly rows: readonly MemoryRow[];
  readonly selected: ReadonlySet<string>;
  readonly clear: () => void;
}

export function BulkBar({ rows, selected, clear }: BulkBarProps) {
  const { t } = useWords();
  const change = useChange();
  const [asking, setAsking] = useState<"forget" | "tag" | null>(null);
  const chosen = rows.filter(({ id }) => selected.has(id));
  if (chosen.length === 0) return null;
  const act = (action: PanelAction, tag?: string) => {
    setAsking(null);
    clear();
    void change({ action, ids: chosen.map(({ id }) => id), tag });
  };
  const areArchived = chosen.every(({ state }) => state === "archived");
  return (
    <div
      className="bulk"
      role="toolbar"
      aria-label={t("memories.selected", { count: chosen.length })}
    >
      <span className="bulk-count">{t("memories.selected", { count: chosen.length })}</span>
      <Button icon={<Check size={16} />} onClick={() => act("confirm")}>
        {t("action.confirm")}
      </Button>
      <Button icon={<Pin size={16} />} onClick={() => act("pin")}>
        {t("action.pin")}
      </Button>
      <Button icon={<Tag size={16} />} onClick={() => setAsking("tag")}>
        {t("action.tag")}
      </Button>
      {areArchived ? (
        <Button icon={<ArchiveRestore size={16} />} onClick={() => act("restore")}>
          {t("action.restore")}
        </Button>
      ) : (
        <Button icon={<Archive size={16} />} onClick={() => act("archive")}>
          {t("action.archive")}
        </Button>
      )}
      <Button look="danger" icon={<Trash2 size={16} />} onClick={() => setAsking("forget")}>
        {t("action.forget")}
      </Button>
      <Button
        look="quiet"
        icon={<X size={16} />}
        onClick={clear}
        aria-label={t("memories.deselect")}
      />
      {asking === "forget" ? (
        <ForgetDialog
          count={chosen.length}
          onForget={() => act("forget")}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking === "tag" ? (
        <TextDialog
          title={t("tag.title")}
          label={t("tag.label")}
          onSubmit={(tag) => act("add_tag", tag.replace(/^#/, ""))}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </div>
  );
}

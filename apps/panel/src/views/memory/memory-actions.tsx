/** The actions for one memory. */
import type { MemoryRow, PanelAction } from "@tacit-memory/protocol";
import { useNavigate } from "@tanstack/react-router";
import {
  Archive,
  ArchiveRestore,
  Check,
  FilePenLine,
  Pencil,
  Pin,
  PinOff,
  Quote,
  Tag,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import { call } from "../../data/api.ts";
import { useAct, useChange } from "../../data/changes.ts";
import { useWords } from "../../i18n/words.ts";
import { Button } from "../../parts/button.tsx";
import { ForgetDialog, TextDialog } from "../../parts/dialogs.tsx";
import { useNotify } from "../../parts/notices.tsx";
import { CorrectDialog } from "./correct-dialog.tsx";

export function MemoryActions({ memory }: { readonly memory: MemoryRow }) {
  const { t } = useWords();
  const notify = useNotify();
  const change = useChange();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<"forget" | "tag" | "edit" | "correct" | null>(null);
  const act = async (action: PanelAction, tag?: string) => {
    setAsking(null);
    if (action === "forget") await navigate({ to: "/memories" });
    await change({ action, ids: [memory.id], tag });
  };
  const copy = async () => {
    await navigator.clipboard.writeText(`[mem:${memory.id.slice(-8)}]`);
    notify({ text: t("memory.copied") });
  };
  const isPinned = memory.flags.includes("pinned");
  const isArchived = memory.state === "archived";
  return (
    <div className="actions">
      <Button look="primary" icon={<Check size={16} />} onClick={() => void act("confirm")}>
        {t("action.confirm")}
      </Button>
      <Button icon={<Pencil size={16} />} onClick={() => setAsking("edit")}>
        {t("action.edit")}
      </Button>
      <Button icon={<FilePenLine size={16} />} onClick={() => setAsking("correct")}>
        {t("correct.action")}
      </Button>
      <Button
        icon={isPinned ? <PinOff size={16} /> : <Pin size={16} />}
        onClick={() => void act(isPinned ? "unpin" : "pin")}
      >
        {t(isPinned ? "action.unpin" : "action.pin")}
      </Button>
      <Button icon={<Tag size={16} />} onClick={() => setAsking("tag")}>
        {t("action.tag")}
      </Button>
      <Button icon={<Quote size={16} />} onClick={() => void copy()}>
        {t("memory.copy")}
      </Button>
      <Button
        icon={isArchived ? <ArchiveRestore size={16} /> : <Archive size={16} />}
        onClick={() => void act(isArchived ? "restore" : "archive")}
      >
        {t(isArchived ? "action.restore" : "action.archive")}
      </Button>
      <Button look="danger" icon={<Trash2 size={16} />} onClick={() => setAsking("forget")}>
        {t("action.forget")}
      </Button>
      {asking === "forget" ? (
        <ForgetDialog
          count={1}
          onForget={() => void act("forget")}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking === "tag" ? (
        <TextDialog
          title={t("tag.title")}
          label={t("tag.label")}
          onSubmit={(tag) => void act("add_tag", tag.replace(/^#/, ""))}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking === "correct" ? (
        <CorrectDialog memory={memory} onClose={() => setAsking(null)} />
      ) : null}
      {asking === "edit" ? <EditDialog memory={memory} onClose={() => setAsking(null)} /> : null}
    </div>
  );
}

interface EditDialogProps {
  readonly memory: MemoryRow;
  readonly onClose: () => void;
}

function EditDialog({ memory, onClose }: EditDialogProps) {
  const { t } = useWords();
  const act = useAct();
  const save = (content: string) =>
    act(async () => {
      const { id } = memory;
      const { changes } = await call("POST /api/memories/:id", { content }, { params: { id } });
      onClose();
      return { text: t("done.edit"), changes };
    });
  return (
    <TextDialog
      title={t("edit.title")}
      label={t("edit.label")}
      initial={memory.content}
      isLong
      draftOf={memory.id}
      onSubmit={(content) => void save(content)}
      onClose={onClose}
    />
  );
}

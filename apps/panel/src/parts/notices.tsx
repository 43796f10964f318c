/** Short notices about completed actions, with undo. Screen readers announce them, and F8 focuses them. */
import { Toast } from "radix-ui";
import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { useTranslation } from "react-i18next";
import { Commands } from "./empty.tsx";

export interface Notice {
  readonly text: string;
  readonly detail?: string;
  readonly isFailure?: boolean;
  readonly undo?: () => Promise<void>;
}

interface Listed extends Notice {
  readonly id: number;
}

const SHOWN_MS = 8000;
const MAX_NOTICES = 3;
const NotifyContext = createContext<(notice: Notice) => void>(() => undefined);
let lastId = 0;

export function useNotify(): (notice: Notice) => void {
  return useContext(NotifyContext);
}

export function Notices({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const [listed, setListed] = useState<readonly Listed[]>([]);
  const notify = useCallback((notice: Notice) => {
    lastId += 1;
    const item = { ...notice, id: lastId };
    setListed((before) => [...before, item].slice(-MAX_NOTICES));
  }, []);
  const drop = (id: number) => setListed((before) => before.filter((item) => item.id !== id));
  return (
    <NotifyContext value={notify}>
      <Toast.Provider duration={SHOWN_MS} swipeDirection="down">
        {children}
        {listed.map((notice) => (
          <NoticeLine
            key={notice.id}
            notice={notice}
            drop={() => drop(notice.id)}
            undo={t("action.undo")}
          />
        ))}
        <Toast.Viewport className="notices" />
      </Toast.Provider>
    </NotifyContext>
  );
}

interface LineProps {
  readonly notice: Notice;
  readonly drop: () => void;
  readonly undo: string;
}

function NoticeLine({ notice, drop, undo }: LineProps) {
  return (
    <Toast.Root
      className={notice.isFailure === true ? "notice notice-failure" : "notice"}
      onOpenChange={(isOpen) => isOpen || drop()}
    >
      <Toast.Title className="notice-text">{notice.text}</Toast.Title>
      {notice.detail === undefined ? null : (
        <Toast.Description className="notice-detail">
          <Commands text={notice.detail} />
        </Toast.Description>
      )}
      {notice.undo === undefined ? null : (
        <Toast.Action altText={undo} asChild>
          <button type="button" className="notice-undo" onClick={() => void notice.undo?.()}>
            {undo}
          </button>
        </Toast.Action>
      )}
    </Toast.Root>
  );
}

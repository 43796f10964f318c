/** Links to the moment of a session at which something was said or shown. */
import { Link } from "@tanstack/react-router";
import { useWords } from "../../i18n/words.ts";

interface SessionLinkProps {
  readonly id: string;
  readonly atMs: number;
}

export function SessionLink({ id, atMs }: SessionLinkProps) {
  const { t } = useWords();
  return (
    <Link to="/sessions/$id" params={{ id }} search={{ at: atMs }} className="meta">
      {t("memory.inSession")}
    </Link>
  );
}

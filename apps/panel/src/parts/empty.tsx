/** Shows the states of a view without content: empty, loading, failed, locked, unknown. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CallFailed } from "../data/api.ts";
import { failureText } from "../i18n/failure-text.ts";
import { Button } from "./button.tsx";
import { Heading } from "./heading.tsx";

interface EmptyProps {
  readonly title: string;
  /** Whether it is all of the view, whose heading is then the title. */
  readonly isView?: boolean;
  readonly text?: string;
  readonly children?: ReactNode;
}

export function Empty({ title, isView = false, text, children }: EmptyProps) {
  return (
    <div className="empty">
      {isView ? <Heading text={title} /> : <p className="empty-title">{title}</p>}
      {text === undefined ? null : (
        <p>
          <Commands text={text} />
        </p>
      )}
      {children}
    </div>
  );
}

/** Renders a text in which `…` marks what a person types. */
export function Commands({ text }: { readonly text: string }) {
  return text.split("`").map((part, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
    i % 2 === 1 ? <code key={i}>{part}</code> : part,
  );
}

/** Shows placeholder lines while content loads, so that the layout does not jump. */
function Loading({ lines = 4 }: { readonly lines?: number }) {
  const { t } = useTranslation();
  return (
    <div className="loading" role="status">
      <span className="sr-only">{t("loading")}</span>
      {Array.from({ length: lines }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <span key={i} className="skeleton" />
      ))}
    </div>
  );
}

interface FailedProps {
  readonly error: Error;
  readonly isView: boolean;
  readonly retry: () => void;
}

function Failed({ error, isView, retry }: FailedProps) {
  const { t } = useTranslation();
  if (error instanceof CallFailed && error.status === 401)
    return <Empty title={t("locked.title")} isView={isView} text={t("locked.text")} />;
  const text = failureText(error, t);
  // Asking again does not find what is not there. What a view asks for is in its address.
  if (error instanceof CallFailed && error.status === 400)
    return <Empty title={t("failure.missing")} isView={isView} text={t("failure.address")} />;
  if (error instanceof CallFailed && error.status === 404)
    return <Empty title={t("failure.missing")} isView={isView} text={text} />;
  return (
    <Empty title={t("failure.load")} isView={isView} text={text}>
      <Button onClick={retry}>{t("failure.retry")}</Button>
    </Empty>
  );
}

interface LoadedProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: Error | null;
    readonly refetch: () => Promise<unknown>;
  };
  /** Number of placeholder lines while the data loads. */
  readonly lines: number;
  /** Whether it is all of the view: a failure then needs a heading. */
  readonly isView?: boolean;
  readonly children: (data: Data) => ReactNode;
}

/**
 * Shows the loaded data, the loading state or the failure. If reloading fails, the previous data stays, unless what it
 * describes no longer exists: a forgotten memory must not stay on the screen.
 */
export function Loaded<Data>({ query, lines, isView = false, children }: LoadedProps<Data>) {
  const isGone = query.error instanceof CallFailed && query.error.status === 404;
  if (query.data !== undefined && !isGone) return children(query.data);
  if (query.error === null) return <Loading lines={lines} />;
  return <Failed error={query.error} isView={isView} retry={() => void query.refetch()} />;
}

/** Leads to where agents are connected and past sessions are read. */
export function ToStart() {
  const { t } = useTranslation();
  return (
    <Link to="/start" className="button button-primary">
      {t("start.title")}
    </Link>
  );
}

export function NotFound() {
  const { t } = useTranslation();
  return (
    <article className="view">
      <Empty title={t("notFound.title")} isView text={t("notFound.text")}>
        <Link to="/" className="button button-plain">
          {t("notFound.back")}
        </Link>
      </Empty>
    </article>
  );
}

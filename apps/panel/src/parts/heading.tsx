/** The title of a view, on the page and in the browser's tab and history. */
import { useEffect } from "react";

export function Heading({ text }: { readonly text: string }) {
  useTitle(text);
  return <h1>{text}</h1>;
}

/** The head of a view: its title, and one sentence about it. */
export function ViewHead({ title, lead }: { readonly title: string; readonly lead: string }) {
  return (
    <header className="view-head">
      <Heading text={title} />
      <p className="lead">{lead}</p>
    </header>
  );
}

/** Sets the title of the browser's tab. */
export function useTitle(text: string): void {
  useEffect(() => {
    document.title = `${text} · Tacit`;
  }, [text]);
}

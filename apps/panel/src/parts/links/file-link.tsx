/** Links to the view of a file, or of a symbol in it. */
import { Link } from "@tanstack/react-router";

interface FileLinkProps {
  readonly path: string;
  readonly line?: number | null;
  /** As an anchor names it: `Container.name`, `name@kind`, `name#2`, or `L12` for lines without a name. */
  readonly symbol?: string | null;
}

export function FileLink({ path, line = null, symbol = null }: FileLinkProps) {
  const name = symbolName(symbol ?? "");
  const isNamed = name !== "" && !/^L\d+$/.test(name);
  const cut = path.lastIndexOf("/") + 1;
  return (
    <Link to="/code/file" search={isNamed ? { path, symbol: name } : { path }} className="path">
      {cut === 0 ? null : <span className="path-folder">{path.slice(0, cut)}</span>}
      {path.slice(cut)}
      {line === null ? "" : `:${line}`}
      {symbol === null ? null : (
        <>
          {" "}
          <span className="path-symbol">{symbol}</span>
        </>
      )}
    </Link>
  );
}

/** Removes the kind and the number from an anchor's symbol, but not the `#` of a private member. */
export function symbolName(symbol: string): string {
  return symbol.replace(/(?:@\w+)?(?:#\d+)?$/, "");
}

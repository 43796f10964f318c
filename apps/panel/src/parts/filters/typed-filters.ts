/** Filters that a person is typing, and the address that follows them when the person pauses. */

/** Milliseconds after the last key until the address follows. */
const TYPED_MS = 300;

type Write<Filters> = (filters: Filters) => void;

export interface TypedFilters<Filters> {
  /** Takes the filters of the current address. */
  readonly follow: (address: Filters) => void;
  /** Takes filters that are written to the address after a pause. */
  readonly type: (filters: Filters, write: Write<Filters>) => void;
  /** Writes what is not written yet. */
  readonly write: (write: Write<Filters>) => void;
  readonly stop: () => void;
}

export function typedFilters<Filters extends object>(
  start: Filters,
  show: Write<Filters>,
): TypedFilters<Filters> {
  let unwritten: { readonly filters: Filters; readonly timer: Timer } | null = null;
  /** What the address was last, and what it was set to since. */
  let [known, written] = [keyOf(start), keyOf(start)];
  const stop = () => {
    clearTimeout(unwritten?.timer);
    unwritten = null;
  };
  const write = (to: Write<Filters>) => {
    if (unwritten === null) return;
    const { filters } = unwritten;
    stop();
    written = keyOf(filters);
    to(filters);
  };
  return {
    follow: (address) => {
      const key = keyOf(address);
      const isOwn = key === known || key === written;
      if (key !== known) [known, written] = [key, key];
      // While a person types, the address is older than the filters, unless the person went to another page meanwhile.
      if (unwritten !== null && isOwn) return;
      stop();
      show(address);
    },
    type: (filters, to) => {
      stop();
      unwritten = { filters, timer: setTimeout(() => write(to), TYPED_MS) };
      show(filters);
    },
    write,
    stop,
  };
}

type Timer = ReturnType<typeof setTimeout>;

/** Returns the same text for the same filters, in whatever order they are. */
function keyOf(filters: object): string {
  return JSON.stringify(Object.entries(filters).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Who shows something: the session, its host, and at which moment. */
import type { InjectionPoint } from "../store/sessions/injections.ts";

export interface Recipient {
  /** Session id of the host. */
  readonly session: string;
  /** Name of the host program; left out if unknown. */
  readonly agent?: string | null | undefined;
  readonly point: InjectionPoint;
}

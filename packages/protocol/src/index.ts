/** The wire types other processes and other programs rely on. */
export {
  EVENT_VERSION,
  type Event,
  type EventKind,
  type EventOf,
  eventSchema,
  OUTCOMES,
  type Outcome,
  parseEventLine,
  SESSION_KINDS,
  type SessionKind,
  TOOLS,
  type Tool,
} from "./event.schema.ts";
export {
  type ImportLine,
  importLineSchema,
  type PrefetchBatchLine,
  prefetchBatchLineSchema,
  type RecallBatchLine,
  recallBatchLineSchema,
} from "./import-line.schema.ts";

import type { JsonObject } from '../../operations/json-schema.ts';
import type { ServerEvent } from '../../operations/operation.ts';

/** Most clients give up on a call after a minute. */
const followForMs = 50_000;
const mostEvents = 200;

/** A stream of events as one answer: what came within the time for a call. */
export interface Followed {
  events: ServerEvent[];
  /** Where to go on; null when nothing has happened yet. */
  last_event_id: string | null;
  /** True when the stream has ended and nothing more will come. */
  ended: boolean;
}

/** Whether an answer is a stream's. */
export function isFollowed(value: unknown): value is Followed {
  return typeof value === 'object' && value !== null && 'events' in value && 'last_event_id' in value;
}

/** The schema of {@link Followed} for events of this schema. */
export function followedSchema(event: JsonObject): JsonObject {
  return {
    type: 'object',
    properties: {
      events: { type: 'array', items: event },
      last_event_id: { type: ['string', 'null'], description: 'where to go on' },
      ended: { type: 'boolean', description: 'true when nothing more will come' },
    },
    required: ['events', 'last_event_id', 'ended'],
    additionalProperties: false,
  };
}

/** Follows a stream for a bounded time and number of events, each reported as it comes. */
export async function followEvents(
  open: (signal: AbortSignal) => AsyncIterable<ServerEvent>,
  signal: AbortSignal,
  report: (event: ServerEvent, count: number) => void,
): Promise<Followed> {
  const enough = new AbortController();
  const timer = setTimeout(() => enough.abort(), followForMs);
  const until = AbortSignal.any([signal, enough.signal]);
  const events: ServerEvent[] = [];
  try {
    for await (const event of open(until)) {
      events.push(event);
      report(event, events.length);
      if (events.length >= mostEvents) break;
    }
  } finally {
    clearTimeout(timer);
  }
  const ended = !until.aborted && events.length < mostEvents;
  return { events, last_event_id: events.at(-1)?.id ?? null, ended };
}

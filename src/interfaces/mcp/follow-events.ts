import type { FollowedEvents, ServerEvent } from '../../operations/declaration/answer-view.ts';
import type { JsonObject } from '../../operations/json-schema.ts';

/** Shorter than one minute, after which most MCP clients abort a call. */
const maxFollowMs = 50_000;
const maxEvents = 200;

/** Returns the schema of {@link FollowedEvents} for an event schema. */
export function eventBatchSchema(event: JsonObject): JsonObject {
  return {
    type: 'object',
    properties: {
      events: { type: 'array', items: event },
      last_event_id: {
        type: ['string', 'null'],
        description: 'Identifier of the last event. Pass it to the next call to continue.',
      },
      ended: { type: 'boolean', description: 'True if the stream has ended.' },
    },
    required: ['events', 'last_event_id', 'ended'],
    additionalProperties: false,
  };
}

/** Reads a stream for a limited time and number of events, and reports each event. */
export async function followEvents(
  open: (signal: AbortSignal) => AsyncIterable<ServerEvent>,
  signal: AbortSignal,
  report: (event: ServerEvent) => Promise<void>,
): Promise<FollowedEvents> {
  const timeLimit = new AbortController();
  const timer = setTimeout(() => timeLimit.abort(), maxFollowMs);
  const stopSignal = AbortSignal.any([signal, timeLimit.signal]);
  const events: ServerEvent[] = [];
  try {
    for await (const event of open(stopSignal)) {
      events.push(event);
      await report(event);
      if (events.length >= maxEvents) break;
    }
  } finally {
    clearTimeout(timer);
  }
  const ended = !stopSignal.aborted && events.length < maxEvents;
  return { events, last_event_id: events.at(-1)?.id ?? null, ended };
}

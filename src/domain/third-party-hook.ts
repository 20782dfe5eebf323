/** The events that a third party's webhooks tell of. */
export const hookEvents = ['started', 'page', 'completed', 'failed'] as const;

/** One of {@link hookEvents}. */
export type HookEvent = (typeof hookEvents)[number];

/** How a job's webhook is told in a third party's way: stored with the job. */
export interface Hook {
  events: HookEvent[];
  /** Sent with each event; never shown. */
  headers: Record<string, string>;
  /** Given back with each event. */
  metadata: Record<string, string>;
}

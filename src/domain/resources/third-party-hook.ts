/** Events of webhooks in a third party's format. */
export const hookEvents = ['started', 'page', 'completed', 'failed'] as const;

/** One of {@link hookEvents}. */
export type HookEvent = (typeof hookEvents)[number];

/** Webhook of a job in a third party's format; stored with the job. */
export interface ThirdPartyHook {
  events: HookEvent[];
  /** Sent with each event; never returned by the API. */
  headers: Record<string, string>;
  /** Returned with each event. */
  metadata: Record<string, string>;
}

/** Closed list of webhook event types (docs/api/jobs.md#webhooks). */
export const webhookEventTypes = [
  'job.started',
  'job.page',
  'job.paused',
  'job.completed',
  'job.failed',
  'job.cancelled',
  'dataset.changed',
  'monitor.changed',
  'monitor.failing',
  'monitor.recovered',
  'monitor.digest',
  'workflow.needs_input',
  'workflow.completed',
  'login.expired',
  'webhook.test',
] as const;

/** One of {@link webhookEventTypes}. */
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** Statuses of a delivery; `disabled` if its target answered 410 (Gone), or accepted nothing for days. */
export const deliveryStatuses = ['pending', 'delivered', 'failed', 'disabled'] as const;

/** One of {@link deliveryStatuses}. */
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** What a webhook can tell of: the closed list of event types (api.md section 5, and the test event). */
export const webhookEventTypes = [
  'job.started',
  'job.page',
  'job.completed',
  'job.failed',
  'job.cancelled',
  'dataset.changed',
  'monitor.changed',
  'monitor.failing',
  'monitor.recovered',
  'workflow.needs_input',
  'workflow.completed',
  'webhook.test',
] as const;

/** One of {@link webhookEventTypes}. */
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** Where a delivery stands: `disabled` when its target answered that it is gone (410), or took nothing for days. */
export const deliveryStatuses = ['pending', 'delivered', 'failed', 'disabled'] as const;

/** One of {@link deliveryStatuses}. */
export type DeliveryStatus = (typeof deliveryStatuses)[number];

import type { ResourceKind } from '../../domain/resources/missing-resource.ts';

/** Deliveries of webhooks, in errors. */
export const deliveryKind: ResourceKind = {
  name: 'delivery',
  advice: 'List the deliveries with GET /v1/webhooks/deliveries.',
};

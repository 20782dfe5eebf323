import { deriveKey } from '../../domain/crypto/secret-keys.ts';
import { findDelivery, listDeliveries, redeliver, sendTestEvent } from '../../jobs/webhooks/deliveries.ts';
import { createWebhookSecrets, reencryptWebhookSecrets } from '../../jobs/webhooks/secrets.ts';
import { listFailingTargets } from '../../jobs/webhooks/targets.ts';
import { defineCapability } from '../capability.ts';
import {
  getDeliveryOperation,
  listDeliveriesOperation,
  listTargetsOperation,
  redeliverOperation,
  testWebhookOperation,
} from './deliveries.ts';
import { rotateWebhookSecretOperation, webhookSecretOperation } from './secret.ts';

/** Lists webhook deliveries and failing receivers, and holds the secrets that sign deliveries. */
export const webhooksCapability = defineCapability({
  name: 'webhooks',
  topic: 'Webhooks',
  tags: { webhooks: 'Webhooks' },
  operations({ database, clock, settings, webhookKey, targets }) {
    const secrets = createWebhookSecrets({ database, key: webhookKey });
    return [
      webhookSecretOperation({ secrets, clock }),
      rotateWebhookSecretOperation({ secrets, clock }),
      listDeliveriesOperation({ listDeliveries: (id, filter) => listDeliveries(database, id, filter) }),
      getDeliveryOperation({ findDelivery: (id, deliveryId) => findDelivery(database, id, deliveryId) }),
      redeliverOperation({ redeliver: (id, deliveryId) => redeliver(database, id, deliveryId, clock.now()) }),
      listTargetsOperation({
        listFailingTargets: (id, limit) => listFailingTargets(database, id, limit, clock.now()),
      }),
      testWebhookOperation({
        sendTestEvent: (id, target) => sendTestEvent(database, id, target, clock),
        hasMail: () => settings.smtpUrl !== null && settings.mailFrom !== null,
        addressErrors: targets.addressErrors,
      }),
    ];
  },
  reencrypt: async (transaction, { previous, next }) => ({
    resealed: await reencryptWebhookSecrets(
      transaction,
      deriveKey(previous, 'webhook'),
      deriveKey(next, 'webhook'),
    ),
  }),
});

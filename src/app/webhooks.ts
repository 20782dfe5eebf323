import {
  getDeliveryOperation,
  listDeliveriesOperation,
  listTargetsOperation,
  redeliverOperation,
  testWebhookOperation,
} from '../capabilities/webhooks/deliveries.ts';
import { rotateWebhookSecretOperation, webhookSecretOperation } from '../capabilities/webhooks/secret.ts';
import { userAgent } from '../fetching/user-agent.ts';
import { createAttempt, keptAnswerBytes } from '../jobs/webhooks/attempt.ts';
import { startDeliverer } from '../jobs/webhooks/deliverer.ts';
import { findDelivery, listDeliveries, redeliver, sendTestEvent } from '../jobs/webhooks/deliveries.ts';
import { createWebhookSecrets } from '../jobs/webhooks/secrets.ts';
import { listFailingTargets } from '../jobs/webhooks/targets.ts';
import type { Operation } from '../operations/operation.ts';
import { createGuard } from '../web/guard.ts';
import { createPoster } from '../web/post.ts';
import type { Footing } from './footing.ts';
import { version } from './version.ts';

/** How long a stop waits for deliveries under way. */
const stopGraceMs = 5_000;

/** The operations about webhooks. */
export function webhookOperations({ database, clock, webhookKey }: Footing): Operation[] {
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
    testWebhookOperation({ sendTestEvent: (id, url) => sendTestEvent(database, id, url, clock) }),
  ];
}

/** Delivers webhooks until the stack is taken down. */
export function startDelivering(footing: Footing, ownPort: () => number, stack: AsyncDisposableStack): void {
  const { settings, database, connection, clock, log, webhookKey } = footing;
  const guard = createGuard({
    allowNetworks: settings.allowNetworks,
    ownAddresses: () => [{ address: settings.host, port: ownPort() }],
  });
  const poster = createPoster({ guard, beginningBytes: keptAnswerBytes });
  stack.defer(() => poster.close());
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  const attempt = createAttempt({
    poster,
    secrets: createWebhookSecrets({ database, key: webhookKey }),
    clock,
    linkBase: () => settings.baseUrl ?? `http://${host}:${ownPort()}`,
    userAgent: userAgent(version, settings.contact),
  });
  const deliverer = startDeliverer({ database, connection, attempt, clock, log });
  stack.defer(() => deliverer.stop(stopGraceMs));
}

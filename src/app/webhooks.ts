import { writeMessage } from '../capabilities/monitors/write-message.ts';
import {
  getDeliveryOperation,
  listDeliveriesOperation,
  listTargetsOperation,
  redeliverOperation,
  testWebhookOperation,
} from '../capabilities/webhooks/deliveries.ts';
import { rotateWebhookSecretOperation, webhookSecretOperation } from '../capabilities/webhooks/secret.ts';
import type { JobType } from '../domain/job.ts';
import { hookBody, hookSignature } from '../doors/v2/hook-message.ts';
import { userAgent } from '../fetching/user-agent.ts';
import { findHook } from '../jobs/hook-events.ts';
import { readJobPages } from '../jobs/job-pages.ts';
import { createAttempt, keptAnswerBytes, type TheirMessage } from '../jobs/webhooks/attempt.ts';
import type { Claim } from '../jobs/webhooks/claims.ts';
import { startDeliverer } from '../jobs/webhooks/deliverer.ts';
import { findDelivery, listDeliveries, redeliver, sendTestEvent } from '../jobs/webhooks/deliveries.ts';
import { createWebhookSecrets } from '../jobs/webhooks/secrets.ts';
import { listFailingTargets } from '../jobs/webhooks/targets.ts';
import type { Operation } from '../operations/operation.ts';
import { createGuard } from '../web/guard.ts';
import { createPoster } from '../web/post.ts';
import type { Footing } from './footing.ts';
import { composeMail } from './monitors.ts';
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

/** A delivery of a job that was asked for over the third party's API; null for any other. */
async function theirMessage(
  { database }: Footing,
  claim: Claim,
  secret: string,
  baseUrl: string,
): Promise<TheirMessage | null> {
  const { accountId, jobId, type, data, deliveryId } = claim;
  const told = jobId === null ? null : await findHook(database, jobId);
  if (jobId === null || told === null || told.hook === null) return null;
  const { hook } = told;
  const offset = typeof data.offset === 'number' ? data.offset : null;
  const read = offset === null ? null : await readJobPages(database, accountId, jobId, { offset, limit: 1 });
  const error = (data.error as { message?: string } | undefined)?.message ?? null;
  const jobType = told.type as JobType;
  const page = read?.pages[0] ?? null;
  const body = hookBody({ type, jobId, jobType, deliveryId, hook, error, page }, baseUrl);
  return { body, headers: { ...hook.headers, ...hookSignature(secret, body) } };
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
  const linkBase = () => settings.baseUrl ?? `http://${host}:${ownPort()}`;
  const mail = composeMail(footing, stack);
  const attempt = createAttempt({
    poster,
    secrets: createWebhookSecrets({ database, key: webhookKey }),
    clock,
    linkBase,
    inTheirWay: async (claim, secret) =>
      writeMessage(claim, linkBase()) ?? (await theirMessage(footing, claim, secret, linkBase())),
    ...(mail !== undefined && { mail }),
    userAgent: userAgent(version, settings.contact),
  });
  const deliverer = startDeliverer({ database, connection, attempt, clock, log });
  stack.defer(() => deliverer.stop(stopGraceMs));
}

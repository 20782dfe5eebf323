import type { JobType } from '../../domain/resources/job.ts';
import { userAgent } from '../../fetching/user-agent.ts';
import { createHookBody, createHookSignature } from '../../interfaces/v2/jobs/hook-message.ts';
import { findHookOfJob } from '../../jobs/records/hook-events.ts';
import { readJobPages } from '../../jobs/records/job-pages.ts';
import {
  createAttempt,
  maxStoredResponseBytes,
  type ThirdPartyMessage,
} from '../../jobs/webhooks/attempt.ts';
import type { DeliveryClaim } from '../../jobs/webhooks/claims.ts';
import { startDeliverer } from '../../jobs/webhooks/deliverer.ts';
import { createWebhookSecrets } from '../../jobs/webhooks/secrets.ts';
import { createSsrfGuard } from '../../web/guard/ssrf-guard.ts';
import { createPoster } from '../../web/http/http-poster.ts';
import type { AppContext, ServiceContext } from '../app-context.ts';
import { version } from '../commands/version.ts';
import { composeMail } from './mail.ts';

/** Milliseconds that a stop waits for running deliveries. */
const stopGraceMs = 5_000;

/** Writes the message of a delivery in the format that its capability offers; null for any other delivery. */
function capabilityMessage(
  { capabilities }: ServiceContext,
  claim: DeliveryClaim,
  linkBase: string,
): ThirdPartyMessage | null {
  for (const { webhookMessage } of capabilities) {
    const message = webhookMessage?.(claim, linkBase) ?? null;
    if (message !== null) return message;
  }
  return null;
}

/** Writes the message of a job that was started over the third-party API; null for any other delivery. */
async function v2Message(
  { database }: AppContext,
  claim: DeliveryClaim,
  secret: string,
  baseUrl: string,
): Promise<ThirdPartyMessage | null> {
  const { accountId, jobId, type, data, deliveryId } = claim;
  const jobHook = jobId === null ? null : await findHookOfJob(database, jobId);
  if (jobId === null || jobHook === null || jobHook.hook === null) return null;
  const { hook } = jobHook;
  const offset = typeof data.offset === 'number' ? data.offset : null;
  const read = offset === null ? null : await readJobPages(database, accountId, jobId, { offset, limit: 1 });
  const error = (data.error as { message?: string } | undefined)?.message ?? null;
  const jobType = jobHook.type as JobType;
  const page = read?.pages[0] ?? null;
  const body = createHookBody({ type, jobId, jobType, deliveryId, hook, error, page }, baseUrl);
  return { body, headers: { ...hook.headers, ...createHookSignature(secret, body) } };
}

/** Delivers webhooks until the stack is disposed. */
export function startDeliveries(
  app: ServiceContext,
  ownPort: () => number,
  stack: AsyncDisposableStack,
): void {
  const { settings, database, connection, clock, log, webhookKey } = app;
  const guard = createSsrfGuard({
    allowNetworks: settings.allowNetworks,
    ownAddresses: () => [{ address: settings.host, port: ownPort() }],
  });
  const poster = createPoster({ guard, maxResponseBytes: maxStoredResponseBytes });
  stack.defer(() => poster.close());
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  const linkBase = () => settings.baseUrl ?? `http://${host}:${ownPort()}`;
  const attempt = createAttempt({
    poster,
    secrets: createWebhookSecrets({ database, key: webhookKey }),
    clock,
    getLinkBase: linkBase,
    inTheirWay: async (claim, secret) =>
      capabilityMessage(app, claim, linkBase()) ?? (await v2Message(app, claim, secret, linkBase())),
    findMail: composeMail(app, stack),
    userAgent: userAgent(version, settings.contact),
  });
  const deliverer = startDeliverer({ database, connection, attempt, clock, log });
  stack.defer(() => deliverer.stop(stopGraceMs));
}

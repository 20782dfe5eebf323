import { createHmac } from 'node:crypto';
import { uuidOf } from '../../domain/identifier.ts';
import type { JobType } from '../../domain/job.ts';
import type { PageResult } from '../../domain/page.ts';
import type { Hook } from '../../domain/third-party-hook.ts';
import { storedDocument } from './document.ts';
import { hasContent } from './page-reply.ts';

/** An event of a job whose webhook is told in the third party's way. */
export interface HookedEvent {
  /** `job.started` and the like. */
  type: string;
  jobId: string;
  jobType: JobType;
  deliveryId: string;
  hook: Hook;
  /** Why the job failed; null when it did not. */
  error: string | null;
  /** The page that a page event tells of; null when it is no longer kept. */
  page: PageResult | null;
}

function outcomeOf({ type, error, page }: HookedEvent, baseUrl: string) {
  if (type !== 'job.page') {
    return { success: type !== 'job.failed', data: [], ...(error !== null && { error }) };
  }
  if (page === null) return { success: false, data: [], error: 'the page is no longer kept' };
  if (hasContent(page)) return { success: true, data: [storedDocument(page, baseUrl)] };
  return { success: false, data: [], error: page.error?.message ?? page.status };
}

/** The message as the third party's receivers read it. */
export function hookBody(event: HookedEvent, baseUrl: string): string {
  const { success, ...rest } = outcomeOf(event, baseUrl);
  return JSON.stringify({
    success,
    type: `${event.jobType}.${event.type.replace('job.', '')}`,
    id: uuidOf(event.jobId),
    webhookId: uuidOf(event.deliveryId),
    ...rest,
    metadata: event.hook.metadata,
  });
}

/** The header that proves it: HMAC-SHA256 of the body, keyed with the text of the account's newest webhook secret. */
export function hookSignature(secret: string, body: string): Record<string, string> {
  return { 'x-firecrawl-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` };
}

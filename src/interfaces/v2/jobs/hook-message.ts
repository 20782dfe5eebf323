import { createHmac } from 'node:crypto';
import type { PageResult } from '../../../domain/pages/page.ts';
import type { JobType } from '../../../domain/resources/job.ts';
import type { ThirdPartyHook } from '../../../domain/resources/third-party-hook.ts';
import { cleanJson } from '../../../domain/values/clean-text.ts';
import { uuidOf } from '../../../domain/values/identifier.ts';
import { toStoredDocument } from '../scrape/document.ts';
import { hasContent } from '../scrape/page-reply.ts';

/** Event of a job whose webhook uses the third-party format. */
export interface HookEvent {
  /** Type of the event, such as `job.started`. */
  type: string;
  jobId: string;
  jobType: JobType;
  deliveryId: string;
  hook: ThirdPartyHook;
  /** Reason for the failure of the job, or null. */
  error: string | null;
  /** Page of a page event; null if it has expired. */
  page: PageResult | null;
}

function createOutcome({ type, error, page }: HookEvent, baseUrl: string) {
  if (type !== 'job.page') {
    return { success: type !== 'job.failed', data: [], ...(error !== null && { error }) };
  }
  if (page === null) return { success: false, data: [], error: 'The page has expired.' };
  if (hasContent(page)) return { success: true, data: [toStoredDocument(page, baseUrl)] };
  return { success: false, data: [], error: page.error?.message ?? page.status };
}

/** Creates the message in the third-party format. */
export function createHookBody(event: HookEvent, baseUrl: string): string {
  const { success, ...fields } = createOutcome(event, baseUrl);
  return cleanJson({
    success,
    type: `${event.jobType}.${event.type.replace('job.', '')}`,
    id: uuidOf(event.jobId),
    webhookId: uuidOf(event.deliveryId),
    ...fields,
    metadata: event.hook.metadata,
  });
}

/**
 * Creates the signature header: HMAC-SHA256 of the body, with the text of the newest webhook secret of the account
 * as the key.
 */
export function createHookSignature(secret: string, body: string): Record<string, string> {
  return { 'x-firecrawl-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` };
}

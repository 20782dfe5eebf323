import { z } from 'zod';
import { hookEvents, type ThirdPartyHook } from '../../../domain/resources/third-party-hook.ts';
import { headersSchema } from '../../../operations/schemas/page-options.ts';
import { webhookUrlSchema } from '../../../operations/schemas/webhook-url.ts';

const reservedHeaders = /^(x-firecrawl-signature|webhook-(id|timestamp|signature)|content-type)$/i;

const hookSchema = z.looseObject({
  url: webhookUrlSchema,
  headers: headersSchema
    .refine(
      (headers) => !Object.keys(headers).some((name) => reservedHeaders.test(name)),
      'must not set signature or content-type headers',
    )
    .nullish(),
  metadata: z.record(z.string().max(200), z.string().max(2_000)).nullish(),
  events: z.array(z.enum(hookEvents)).nullish(),
});

/** Schema of `webhook` in a request: a URL or an object with a URL. */
export const webhookSchema = z.union([webhookUrlSchema, hookSchema]).nullish();

/** Returns the JSON Pointer of the webhook URL in a request. */
export function webhookPointer(webhook: z.output<typeof webhookSchema>): string {
  return typeof webhook === 'object' && webhook !== null ? '/webhook/url' : '/webhook';
}

/** Converts `webhook` to the URL and format of events; null without a webhook. */
export function toHook(webhook: z.output<typeof webhookSchema>): {
  url: string | null;
  hook?: ThirdPartyHook;
} {
  if (webhook === null || webhook === undefined) return { url: null };
  const { url, headers, metadata, events } =
    typeof webhook === 'string' ? { url: webhook, headers: null, metadata: null, events: null } : webhook;
  return {
    url,
    hook: { events: [...(events ?? hookEvents)], headers: headers ?? {}, metadata: metadata ?? {} },
  };
}

import { z } from 'zod';
import { type Hook, hookEvents } from '../../domain/third-party-hook.ts';
import { headersSchema } from '../../operations/schemas/page-options.ts';
import { webhookUrlSchema } from '../../operations/schemas/webhook-url.ts';

const reserved = /^(x-firecrawl-signature|webhook-(id|timestamp|signature)|content-type)$/i;

const hookSchema = z.looseObject({
  url: webhookUrlSchema,
  headers: headersSchema
    .refine(
      (headers) => !Object.keys(headers).some((name) => reserved.test(name)),
      'signatures and types are ours to set',
    )
    .nullish(),
  metadata: z.record(z.string().max(200), z.string().max(2_000)).nullish(),
  events: z.array(z.enum(hookEvents)).nullish(),
});

/** The `webhook` of a request: an address, or an object with one. */
export const webhookSchema = z.union([webhookUrlSchema, hookSchema]).nullish();

/** Where a job's events go and how they are told; an empty object where nowhere. */
export function toHook(webhook: z.output<typeof webhookSchema>): { url: string | null; hook?: Hook } {
  if (webhook === null || webhook === undefined) return { url: null };
  const { url, headers, metadata, events } =
    typeof webhook === 'string' ? { url: webhook, headers: null, metadata: null, events: null } : webhook;
  return {
    url,
    hook: { events: [...(events ?? hookEvents)], headers: headers ?? {}, metadata: metadata ?? {} },
  };
}

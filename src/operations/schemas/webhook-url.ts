import { z } from 'zod';
import { parseAbsoluteUrl } from '../../domain/values/absolute-url.ts';
import { secretField } from '../declaration/secret-fields.ts';

const maxCharacters = 2_048;

/** Returns true for an absolute http or https URL without user name and password. */
export function isWebUrl(text: string): boolean {
  const url = parseAbsoluteUrl(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false;
  return url.username === '' && url.password === '';
}

/** URL of a webhook: absolute, https or http, without credentials. */
export const webhookUrlSchema = secretField(z.string().max(maxCharacters), 'webhook')
  .refine(
    isWebUrl,
    'must be an https or http URL without user name and password, such as https://example.com/hook',
  )
  .describe('URL to which events are delivered, signed according to Standard Webhooks; prefer https');

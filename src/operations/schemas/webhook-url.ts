import { z } from 'zod';

const mostCharacters = 2_048;

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false;
  return url.username === '' && url.password === '';
}

/** Where events are delivered to: an absolute https or http address without credentials. */
export const webhookUrlSchema = z
  .string()
  .max(mostCharacters)
  .refine(isWebAddress, 'an absolute https or http address without user name and password')
  .describe('where events are delivered to, signed as Standard Webhooks; https is better');

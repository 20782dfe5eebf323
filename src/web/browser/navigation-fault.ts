import { messageOf } from '../../domain/failure.ts';
import { networkFault } from '../failure-codes.ts';
import type { GuardProxy } from '../guard-proxy.ts';
import type { Fault } from '../http-answer.ts';
import { RestlessPage } from './document-html.ts';
import { StepFailed } from './page-steps.ts';

const document: Fault = {
  code: 'document',
  message: 'The address leads to a file that the browser only saves.',
};
const redirects: Fault = { code: 'redirects', message: 'The page redirects in circles, or too often.' };
const scheme: Fault = { code: 'scheme', message: 'The page leads to an address that is not of the web.' };
const crash: Fault = { code: 'document', message: 'The page broke the browser that showed it.' };

/** Chromium's names of network errors (`net::ERR_…`), by how they begin. */
const faults: readonly [prefix: string, fault: Fault][] = [
  ['NAME_NOT_RESOLVED', networkFault('dns')],
  ['TOO_MANY_REDIRECTS', redirects],
  ['UNSAFE_REDIRECT', scheme],
  ['INVALID_REDIRECT', scheme],
  ['DISALLOWED_URL_SCHEME', scheme],
  ['UNKNOWN_URL_SCHEME', scheme],
  ['ABORTED', document],
  ['CERT_', networkFault('tls')],
  ['SSL_', networkFault('tls')],
  ['BAD_SSL', networkFault('tls')],
  ['TIMED_OUT', networkFault('timeout')],
  ['CONNECTION_TIMED_OUT', networkFault('timeout')],
  ['CONTENT_DECODING', networkFault('encoding')],
];

/**
 * Why a visit failed, or null when the error says nothing about the page. What the guard proxy refused on the way to
 * `lastUrl` outranks what the browser made of it.
 */
export function navigationFault(error: unknown, lastUrl: URL | null, proxy: GuardProxy): Fault | null {
  if (error instanceof RestlessPage) return redirects;
  if (error instanceof StepFailed) return { code: 'step', message: error.message };
  const text = messageOf(error);
  if (/Page crashed|Target crashed/.test(text)) return crash;
  if (/Download is starting/.test(text)) return document;
  const name = /net::ERR_(\w+)/.exec(text)?.[1];
  if (name === undefined) return null;
  const refused = lastUrl === null ? null : proxy.faultFor(lastUrl);
  if (refused !== null) return refused;
  return faults.find(([prefix]) => name.startsWith(prefix))?.[1] ?? networkFault('reset');
}

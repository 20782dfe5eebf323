import { errorMessage } from '../../../domain/system/failure.ts';
import type { GuardProxy } from '../../guard-proxy/guard-proxy.ts';
import { networkError } from '../../http/error-codes.ts';
import type { FetchError } from '../../http/http-result.ts';
import { StepFailed } from '../steps/page-steps.ts';
import { KeepsNavigatingError } from './document-html.ts';

const documentError: FetchError = {
  code: 'document',
  message: 'The URL returns a file that the browser cannot display. Use a download step for it.',
};
const redirectError: FetchError = {
  code: 'redirects',
  message: 'The page redirects in a loop or too often.',
};
const schemeError: FetchError = {
  code: 'scheme',
  message: 'The page redirects to a URL that is not http or https.',
};
const hangError: FetchError = {
  code: 'timeout',
  message: 'The page kept its browser busy for too long. Try again, or request fewer formats.',
};
const crashError: FetchError = { code: 'document', message: 'The page crashed its browser process.' };

/** Chromium's network errors (`net::ERR_…`) by prefix. */
const errorsByPrefix: readonly [prefix: string, fault: FetchError][] = [
  ['NAME_NOT_RESOLVED', networkError('dns')],
  ['TOO_MANY_REDIRECTS', redirectError],
  ['UNSAFE_REDIRECT', schemeError],
  ['INVALID_REDIRECT', schemeError],
  ['DISALLOWED_URL_SCHEME', schemeError],
  ['UNKNOWN_URL_SCHEME', schemeError],
  ['ABORTED', documentError],
  ['CERT_', networkError('tls')],
  ['SSL_', networkError('tls')],
  ['BAD_SSL', networkError('tls')],
  ['TIMED_OUT', networkError('timeout')],
  ['CONNECTION_TIMED_OUT', networkError('timeout')],
  ['CONTENT_DECODING', networkError('encoding')],
];

/**
 * Returns the error of a failed visit, or null if it is not caused by the page. An error of the guard proxy for `lastUrl`
 * takes precedence over the browser's.
 */
export function toNavigationError(error: unknown, lastUrl: URL | null, proxy: GuardProxy): FetchError | null {
  if (error instanceof KeepsNavigatingError) return redirectError;
  if (error instanceof StepFailed) return { code: 'step', message: error.message };
  const text = errorMessage(error);
  if (/Page crashed|Target crashed/.test(text)) return crashError;
  // Playwright's own limits, such as that of a screenshot. A limit of the caller is a DOMException.
  if (error instanceof Error && error.name === 'TimeoutError' && !(error instanceof DOMException))
    return hangError;
  if (/Download is starting/.test(text)) return documentError;
  const name = /net::ERR_(\w+)/.exec(text)?.[1];
  if (name === undefined) return null;
  const proxyError = lastUrl === null ? null : proxy.getError(lastUrl);
  if (proxyError !== null) return proxyError;
  return errorsByPrefix.find(([prefix]) => name.startsWith(prefix))?.[1] ?? networkError('reset');
}

/** Adds the issuer of a rejected certificate, and the remedy, to the error of a navigation to `url`. */
export async function withCertificate(
  pageError: FetchError,
  url: URL | null,
  proxy: GuardProxy,
): Promise<FetchError> {
  if (pageError.code !== 'tls' || url?.protocol !== 'https:') return pageError;
  return { ...pageError, message: (await proxy.describeCertificate(url)) ?? pageError.message };
}

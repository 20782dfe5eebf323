import type { PageErrorCode } from '../../domain/pages/outcome.ts';
import { UpstreamError } from '../exits/dial-upstream.ts';
import { GuardRejectionError } from '../guard/guard-verdict.ts';
import { CertificateRejectedError } from './connections/describe-certificate.ts';
import type { FetchError } from './http-result.ts';

const messages = {
  dns: 'The host name has no DNS address. Check the URL.',
  timeout: 'The site did not respond in time.',
  tls: 'No secure connection (TLS) to the site could be established. Check its certificate, or use http:// if the site has none.',
  too_large: 'The headers of the response are larger than the limit of 64 KiB.',
  encoding: 'The body of the response could not be decoded.',
  reset: 'The connection to the site failed.',
  dependency: 'The service has too many open files and connections to request the page. Try again later.',
} as const;

type NetworkCode = keyof typeof messages;

/**
 * Error codes of the resolver, the socket, TLS and undici. A temporary resolver error (`EAI_AGAIN`) does not mean that the
 * name is missing, so it counts as `reset`, like all codes that are not listed.
 */
const codeByErrorCode: Readonly<Record<string, NetworkCode>> = {
  ENOTFOUND: 'dns',
  ENODATA: 'dns',
  EAI_NONAME: 'dns',
  EAI_NODATA: 'dns',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'too_large',
  HPE_HEADER_OVERFLOW: 'too_large',
  EPROTO: 'tls',
  CERT_HAS_EXPIRED: 'tls',
  CERT_NOT_YET_VALID: 'tls',
  CERT_REVOKED: 'tls',
  CERT_REJECTED: 'tls',
  CERT_UNTRUSTED: 'tls',
  CERT_CHAIN_TOO_LONG: 'tls',
  CERT_SIGNATURE_FAILURE: 'tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls',
  UNABLE_TO_GET_ISSUER_CERT: 'tls',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
  HOSTNAME_MISMATCH: 'tls',
  INVALID_CA: 'tls',
  INVALID_PURPOSE: 'tls',
  EMFILE: 'dependency',
  ENFILE: 'dependency',
  ENOMEM: 'dependency',
  ENOBUFS: 'dependency',
  EADDRNOTAVAIL: 'dependency',
};

const tlsPrefixes = ['ERR_TLS_', 'ERR_SSL_', 'ERR_OSSL_'];

/** Returns the page error of a network error; guard rejections and failed exits keep their own codes. */
export function toPageError(error: unknown): FetchError {
  const rejection = findCause(error, GuardRejectionError);
  if (rejection !== null) return { code: rejection.verdict.code, message: rejection.verdict.message };
  const failure = findCause(error, UpstreamError);
  if (failure !== null)
    return { code: 'no_exit', message: `The page could not be requested: ${failure.message}.` };
  const rejected = findCause(error, CertificateRejectedError);
  if (rejected !== null) return { code: 'tls', message: rejected.message };
  const code = getNetworkCode(errorCode(error));
  return { code, message: messages[code] };
}

/** Returns the page error of a code with its default message. */
export function networkError(code: NetworkCode): FetchError {
  return { code: code satisfies PageErrorCode, message: messages[code] };
}

function getNetworkCode(code: string): NetworkCode {
  return codeByErrorCode[code] ?? (tlsPrefixes.some((prefix) => code.startsWith(prefix)) ? 'tls' : 'reset');
}

/** Returns the code of an error; if all addresses of a name failed, of the first one. */
function errorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === 'string' ? code : '';
}

function findCause<Kind extends Error>(error: unknown, kind: new (...args: never[]) => Kind): Kind | null {
  if (error instanceof kind) return error;
  return error instanceof Error && error.cause !== undefined ? findCause(error.cause, kind) : null;
}

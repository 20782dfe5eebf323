import type { PageErrorCode } from '../domain/outcome.ts';
import { UpstreamFailure } from './exits/dial-upstream.ts';
import { GuardRefusal } from './guard-verdict.ts';
import type { Fault } from './http-answer.ts';

const messages = {
  dns: 'There is no address for this host name.',
  timeout: 'The site did not answer in time.',
  tls: 'The secure connection to the site could not be established.',
  too_large: 'The headers of the response are larger than allowed.',
  encoding: 'The body of the response could not be decoded.',
  reset: 'The connection to the site failed.',
} as const;

type NetworkCode = keyof typeof messages;

/**
 * Error codes of the resolver, the socket, TLS and undici. A name that could not be resolved just now (`EAI_AGAIN`) may
 * well exist, so it is a broken connection and not a missing page; so is everything that is not named here.
 */
const codeOf: Readonly<Record<string, NetworkCode>> = {
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
};

const tlsPrefixes = ['ERR_TLS_', 'ERR_SSL_', 'ERR_OSSL_'];

/** The page error code that a network error stands for; refusals of the guard keep their own, and so do dead exits. */
export function faultOf(error: unknown): Fault {
  const refusal = findCause(error, GuardRefusal);
  if (refusal !== null) return { code: refusal.verdict.code, message: refusal.verdict.message };
  const failure = findCause(error, UpstreamFailure);
  if (failure !== null)
    return { code: 'no_exit', message: `The page could not be asked for: ${failure.message}.` };
  const code = codeFor(errorCode(error));
  return { code, message: messages[code] };
}

/** The fault of a code with its usual sentence. */
export function networkFault(code: NetworkCode): Fault {
  return { code: code satisfies PageErrorCode, message: messages[code] };
}

function codeFor(code: string): NetworkCode {
  return codeOf[code] ?? (tlsPrefixes.some((prefix) => code.startsWith(prefix)) ? 'tls' : 'reset');
}

/** When every address of a name failed, the first failure speaks for all. */
function errorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === 'string' ? code : '';
}

function findCause<Kind extends Error>(error: unknown, kind: new (...args: never[]) => Kind): Kind | null {
  if (error instanceof kind) return error;
  return error instanceof Error && error.cause !== undefined ? findCause(error.cause, kind) : null;
}

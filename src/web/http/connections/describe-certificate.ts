import { isIP, type Socket } from 'node:net';
import { connect, type DetailedPeerCertificate, type TLSSocket } from 'node:tls';
import { isUntrustedIssuer, trustAdvice } from '../../../domain/system/certificate-errors.ts';

/** Server whose certificate was rejected. */
export interface CertificateSource {
  /** Host name or IP address without brackets. */
  host: string;
  /** Opens a connection as the rejected one was opened. */
  openSocket(): Promise<Socket>;
}

const maxWaitMs = 3_000;
const maxNameLength = 80;
const maxNames = 3;
const maxChainLength = 10;

/**
 * Describes why a certificate is rejected, with its issuer and the remedy. Reads it over a connection of its own, over which
 * nothing is sent, because Node does not pass on a certificate that it rejects. Null if it cannot be read.
 */
export async function describeCertificate({ host, openSocket }: CertificateSource): Promise<string | null> {
  let socket: TLSSocket | null = null;
  const deadline = Promise.withResolvers<null>();
  const timer = setTimeout(() => deadline.resolve(null), maxWaitMs);
  try {
    const opening = openSocket().then((raw) => {
      // The certificate is only read: this connection ends before any data.
      socket = connect({
        socket: raw,
        rejectUnauthorized: false,
        ...(isIP(host) === 0 && { servername: host }),
      });
      return readProblem(socket, host);
    });
    // After the deadline nothing waits for the connection.
    opening.catch(() => {});
    return await Promise.race([opening, deadline.promise]);
  } catch {
    // The caller has the first error.
    return null;
  } finally {
    clearTimeout(timer);
    (socket as TLSSocket | null)?.destroy();
  }
}

async function readProblem(socket: TLSSocket, host: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    socket.once('secureConnect', resolve);
    socket.once('error', reject);
  });
  // The type says Error; the value is the code, or the message of an error without one.
  const code = String(socket.authorizationError ?? '');
  return writeProblem(code, socket.getPeerCertificate(true), host);
}

function writeProblem(code: string, leaf: DetailedPeerCertificate, host: string): string {
  const issuer = quoteIssuer(lastOf(leaf));
  const start = `The certificate of ${host}`;
  if (code === 'CERT_HAS_EXPIRED')
    return `${start}, issued by ${issuer}, expired on ${toIsoDate(leaf.valid_to)}. The operator of the site must renew it.`;
  if (code === 'CERT_NOT_YET_VALID')
    return `${start}, issued by ${issuer}, is valid only from ${toIsoDate(leaf.valid_from)}. Check the clock of this machine.`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `${start}, issued by ${issuer}, is valid only for ${listNames(leaf)}. Check the host name of the URL.`;
  if (code === 'DEPTH_ZERO_SELF_SIGNED_CERT')
    return `${start} is signed by itself (${issuer}) and not trusted. If you trust it, ${trustAdvice}.`;
  if (isUntrustedIssuer(code))
    return `${start} is signed by ${issuer}, which is not trusted. If you trust this authority, ${trustAdvice}.`;
  // Node accepts it: the browser has certificates of its own.
  if (code === '')
    return `${start} is signed by ${issuer}, which the browser does not trust. Add the certificate of this authority to the certificates of the machine on which the browser runs.`;
  return `${start}, issued by ${issuer}, is not valid. The operator of the site must correct it.`;
}

/** Returns the last certificate that the server sent: its issuer is the authority that would have to be trusted. */
function lastOf(leaf: DetailedPeerCertificate): DetailedPeerCertificate {
  let last = leaf;
  for (let length = 1; length < maxChainLength; length += 1) {
    const { issuerCertificate: next } = last;
    if (next === undefined || next === last || next.fingerprint256 === last.fingerprint256) break;
    last = next;
  }
  return last;
}

/** The site wrote the names, so only characters of ordinary names are repeated. */
function cleanName(text: string): string {
  const name = text.replace(/[^\p{L}\p{N} .,'()&*:@/-]+/gu, ' ').trim();
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name;
}

function quoteIssuer({ issuer }: DetailedPeerCertificate): string {
  // A name may have several values of a kind.
  const [name] = [issuer?.CN ?? issuer?.O ?? ''].flat();
  const cleaned = cleanName(name ?? '');
  return cleaned === '' ? 'an authority without a name' : `"${cleaned}"`;
}

function listNames({ subjectaltname = '' }: DetailedPeerCertificate): string {
  const names = subjectaltname
    .split(', ')
    .map((name) => cleanName(name.replace(/^(?:DNS|IP Address):/, '')))
    .filter((name) => name !== '');
  if (names.length === 0) return 'no host';
  const rest = names.length - maxNames;
  return `${names.slice(0, maxNames).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function toIsoDate(text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text.slice(0, maxNameLength) : date.toISOString().slice(0, 10);
}

/** Error of a connection whose certificate was rejected, with the description for the caller. */
export class CertificateRejectedError extends Error {
  override readonly name = 'CertificateRejectedError';
  readonly code: string;

  constructor(message: string, cause: NodeJS.ErrnoException) {
    super(message, { cause });
    this.code = cause.code ?? '';
  }
}

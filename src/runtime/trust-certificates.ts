import * as tls from 'node:tls';
import { Failure } from '../domain/system/failure.ts';

/**
 * Makes all TLS connections of this thread trust further certificates (PEM), beside the default ones and those of
 * `NODE_EXTRA_CA_CERTS`. Only the main thread opens connections. Throws a Failure if this Node cannot do that.
 */
export function trustCertificates(certificates: readonly string[]): void {
  if (certificates.length === 0) return;
  // Node 22.19 and 24.5 have it; the package also runs on earlier ones.
  const trust = (tls as Partial<typeof tls>).setDefaultCACertificates;
  if (trust === undefined) {
    throw new Failure(
      'invalid',
      `WEBDATA_TRUSTED_CERTIFICATES needs Node 22.19, 24.5 or later; this is ${process.version}. Install a later Node, or use NODE_EXTRA_CA_CERTS instead`,
    );
  }
  trust([...tls.getCACertificates('default'), ...certificates]);
}

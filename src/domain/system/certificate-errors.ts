/** Codes of Node for a certificate whose issuer is not trusted. */
const untrustedCodes: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
  'INVALID_CA',
]);

/** Other codes of Node for a certificate that is not valid. */
const invalidCodes: ReadonlySet<string> = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_REJECTED',
  'CERT_CHAIN_TOO_LONG',
  'CERT_SIGNATURE_FAILURE',
  'HOSTNAME_MISMATCH',
  'INVALID_PURPOSE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** How an operator makes the service trust a private authority. */
export const trustAdvice =
  'set WEBDATA_TRUSTED_CERTIFICATES to a PEM file with its certificate, and restart the service';

/** Returns true if the code of an error means that the issuer of a certificate is not trusted. */
export function isUntrustedIssuer(code: string): boolean {
  return untrustedCodes.has(code);
}

/** Returns true if the code of an error means that a certificate was rejected, for any reason. */
export function isCertificateError(code: string): boolean {
  return untrustedCodes.has(code) || invalidCodes.has(code);
}

import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

/** Certificate and private key in PEM. */
export interface Certificate {
  cert: string;
  key: string;
}

/** Contents of a certificate. */
export interface CertificateOptions {
  /** Host names and IPv4 addresses that the certificate covers. */
  names: string[];
  /** End of validity. Default: one day from now. */
  notAfter?: Date;
  /** Authority that signs the certificate, with its first name. Default: the certificate itself. */
  signedBy?: Certificate & { name: string };
  /** False for a certificate that may sign no others. Default: true. */
  isAuthority?: boolean;
}

const dayMs = 86_400_000;

/** Object identifiers in DER: ecdsa-with-SHA256, commonName, subjectAltName, basicConstraints. */
const oids = {
  ecdsaSha256: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02],
  commonName: [0x55, 0x04, 0x03],
  subjectAltName: [0x55, 0x1d, 0x11],
  basicConstraints: [0x55, 0x1d, 0x13],
} as const;

/** Creates a certificate (X.509 v3, RFC 5280 section 4.1), so that no key is stored in the repository. */
export function createCertificate(options: CertificateOptions): Certificate {
  const { names, notAfter, signedBy, isAuthority = true } = options;
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid(oids.ecdsaSha256));
  const subject = createName(names[0] ?? 'test');
  const last = notAfter ?? new Date(Date.now() + dayMs);
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    signedBy === undefined ? subject : createName(signedBy.name),
    sequence(utcTime(new Date(last.getTime() - 2 * dayMs)), utcTime(last)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions(names, isAuthority))),
  );
  const signature = sign('sha256', body, signedBy?.key ?? privateKey);
  const der = sequence(body, algorithm, tagged(0x03, Buffer.from([0]), signature));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function createName(text: string): Buffer {
  return sequence(tagged(0x31, sequence(oid(oids.commonName), tagged(0x0c, Buffer.from(text)))));
}

function extensions(names: string[], isAuthority: boolean): Buffer[] {
  const alternatives = names.map((name) =>
    isIP(name) === 4
      ? tagged(0x87, Buffer.from(name.split('.').map(Number)))
      : tagged(0x82, Buffer.from(name)),
  );
  const constraints = isAuthority ? sequence(tagged(0x01, Buffer.from([0xff]))) : sequence();
  return [
    sequence(oid(oids.subjectAltName), tagged(0x04, sequence(...alternatives))),
    sequence(oid(oids.basicConstraints), tagged(0x04, constraints)),
  ];
}

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  if (length < 0x100) return Buffer.concat([Buffer.from([tag, 0x81, length]), content]);
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, ...parts);
}

function integer(value: Buffer): Buffer {
  return tagged(0x02, value);
}

function oid(bytes: readonly number[]): Buffer {
  return tagged(0x06, Buffer.from(bytes));
}

function utcTime(instant: Date): Buffer {
  const digits = instant.toISOString().replace(/[-:T]/g, '').slice(2, 14);
  return tagged(0x17, Buffer.from(`${digits}Z`));
}

import { createHash, X509Certificate } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseCertificateParts } from './certificate-parts.ts';

/** A row of the store: values by number of a PKCS #11 attribute. */
type StoreObject = Readonly<Record<string, Uint8Array>>;

/**
 * Columns of the store: the numbers of the attributes of PKCS #11 and of NSS, in hexadecimal. The library refuses a store
 * without one of them.
 */
const standardColumns = [
  '0-3 10-12 80-8b 90 100-10c 110-111 120-134 160-166 170 180-181 200-202 210 300-302 400-406 480-482 500-503',
  '40000211-40000212 80000001 ce534351-ce534358 ce534364-ce534369 ce534373-ce534374 ce536351-ce536360',
  'ce5363b4-ce5363b5 d5a0db00',
].join(' ');

function listColumns(): string[] {
  return standardColumns.split(' ').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map((number) => Number.parseInt(number, 16));
    return Array.from({ length: last - first + 1 }, (_, at) => `a${(first + at).toString(16)}`);
  });
}

/** Attributes of PKCS #11 (section 4) and of NSS (pkcs11n.h), as names of columns. */
const columns = {
  class: 'a0',
  token: 'a1',
  private: 'a2',
  label: 'a3',
  value: 'a11',
  certificateType: 'a80',
  issuer: 'a81',
  serialNumber: 'a82',
  subject: 'a101',
  id: 'a102',
  modifiable: 'a170',
  trustServerAuth: 'ace536358',
  trustClientAuth: 'ace536359',
  trustCodeSigning: 'ace53635a',
  trustEmail: 'ace53635b',
  sha1: 'ace5363b4',
  md5: 'ace5363b5',
} as const;

const yes = Uint8Array.of(1);
const no = Uint8Array.of(0);
/** CKO_CERTIFICATE and CKC_X_509. */
const certificateClass = Uint8Array.of(0, 0, 0, 1);
const x509 = Uint8Array.of(0, 0, 0, 0);
/** CKO_NSS_TRUST, and its values CKT_NSS_TRUSTED, CKT_NSS_TRUSTED_DELEGATOR and CKT_NSS_MUST_VERIFY_TRUST. */
const trustClass = Uint8Array.of(0xce, 0x53, 0x43, 0x53);
const trustedServer = Uint8Array.of(0xce, 0x53, 0x43, 0x51);
const trustedAuthority = Uint8Array.of(0xce, 0x53, 0x43, 0x52);
const mustVerify = Uint8Array.of(0xce, 0x53, 0x43, 0x53);

/** Creates the certificate and its trust: servers only, as an authority or, for the certificate of one server, by itself. */
function createObjects(pem: string): StoreObject[] {
  const certificate = new X509Certificate(pem);
  const { raw } = certificate;
  const { serialNumber, issuer, subject } = parseCertificateParts(raw);
  const common = {
    [columns.token]: yes,
    [columns.private]: no,
    [columns.modifiable]: yes,
    [columns.issuer]: issuer,
    [columns.serialNumber]: serialNumber,
  };
  const digest = (name: string) => createHash(name).update(raw).digest();
  return [
    {
      ...common,
      [columns.class]: certificateClass,
      [columns.certificateType]: x509,
      [columns.label]: Buffer.from(`webdata ${certificate.fingerprint256}`),
      [columns.value]: raw,
      [columns.subject]: subject,
      [columns.id]: digest('sha1'),
    },
    {
      ...common,
      [columns.class]: trustClass,
      [columns.trustServerAuth]: certificate.ca ? trustedAuthority : trustedServer,
      [columns.trustClientAuth]: mustVerify,
      [columns.trustCodeSigning]: mustVerify,
      [columns.trustEmail]: mustVerify,
      [columns.sha1]: digest('sha1'),
      [columns.md5]: digest('md5'),
    },
  ];
}

/**
 * Writes the certificates into the store of a browser's home, from which Chromium on Linux reads further authorities: an SQLite
 * database of NSS. Returns the created folders and the file; none without certificates or on another system.
 */
export async function writeCertificateStore(
  home: string,
  certificates: readonly string[],
): Promise<string[]> {
  if (certificates.length === 0 || process.platform !== 'linux') return [];
  // Loaded only here: Node 22 warns that this module is experimental.
  const { DatabaseSync } = await import('node:sqlite');
  const folder = join(home, '.pki', 'nssdb');
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'cert9.db');
  const database = new DatabaseSync(file);
  try {
    // A power failure does not matter: the store is written for each browser.
    database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; BEGIN');
    database.exec(
      `CREATE TABLE nssPublic (id PRIMARY KEY UNIQUE ON CONFLICT ABORT, ${listColumns().join(', ')})`,
    );
    for (const [name, column] of Object.entries(indexes))
      database.exec(`CREATE INDEX ${name} ON nssPublic (${column})`);
    for (const [index, object] of certificates.flatMap(createObjects).entries()) {
      const names = Object.keys(object);
      const places = names.map(() => '?').join(', ');
      database
        .prepare(`INSERT INTO nssPublic (id, ${names.join(', ')}) VALUES (?, ${places})`)
        .run(index + 1, ...Object.values(object));
    }
    database.exec('COMMIT');
  } finally {
    database.close();
  }
  return [join(home, '.pki'), folder, file];
}

const indexes = { issuer: 'a81', subject: 'a101', label: 'a3', ckaid: 'a102' } as const;

/** Systems other than Linux, where the browser reads the certificates of the system only. */
const systemStores: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'the keychain of this machine',
  win32: 'the certificates of this Windows user',
};

/**
 * Returns a sentence if a browser does not read `WEBDATA_TRUSTED_CERTIFICATES`, with the remedy; null if it does. `executable` is
 * null for a remote browser.
 */
export function findTrustGap(executable: string | null): string | null {
  const start = 'It does not read WEBDATA_TRUSTED_CERTIFICATES';
  if (executable === null) return `${start}: add the certificates on the machine on which it runs`;
  // A snap has a home folder of its own.
  if (executable.startsWith('/snap/'))
    return `${start}, because it is a snap: install Chromium as a package of the system`;
  const store = systemStores[process.platform];
  return store === undefined ? null : `${start}: add the certificates to ${store}`;
}

import { fileURLToPath } from 'node:url';
import { Failure } from '../../domain/system/failure.ts';

/** Location and credentials of an object store. */
export interface ObjectStoreConfig {
  kind: 's3';
  /** Origin of the service. */
  endpoint: string;
  bucket: string;
  /** Prefix of every key: empty, or with a trailing slash. */
  prefix: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/** Blob store that a `BLOB_URL` selects. */
export type BlobStoreConfig = { kind: 'file'; folder: string } | ObjectStoreConfig;

const parameters = new Set(['endpoint', 'region']);

/** Creates the error without any part of the URL, which contains secrets. */
function invalidSetting(reason: string): Failure {
  return new Failure('invalid', `bad setting BLOB_URL: ${reason}`);
}

function decodeComponent(text: string, part: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw new Failure('invalid', `bad setting BLOB_URL: its ${part} is not percent-encoded correctly`, {
      cause: error,
    });
  }
}

function parseEndpoint(endpoint: string | null, region: string): string {
  if (endpoint === null) return `https://s3.${region}.amazonaws.com`;
  if (!URL.canParse(endpoint)) throw invalidSetting('its endpoint is not a URL');
  const { protocol, origin, pathname, username, search } = new URL(endpoint);
  if (!['http:', 'https:'].includes(protocol) || pathname !== '/' || username !== '' || search !== '') {
    throw invalidSetting('its endpoint must look like https://objects.example.com:9000');
  }
  return origin;
}

function parseObjectStoreUrl(url: URL): ObjectStoreConfig {
  const unknown = [...url.searchParams.keys()].find((name) => !parameters.has(name));
  if (unknown !== undefined)
    throw invalidSetting(`the parameter "${unknown}" is unknown; use endpoint and region`);
  if (url.hostname === '' || url.port !== '')
    throw invalidSetting('it must look like s3://KEY:SECRET@bucket/prefix?endpoint=...');
  const accessKey = decodeComponent(url.username, 'access key');
  const secretKey = decodeComponent(url.password, 'secret key');
  if (accessKey === '' || secretKey === '') {
    throw invalidSetting('it needs credentials, as in s3://KEY:SECRET@bucket/prefix (percent-encoded)');
  }
  const region = url.searchParams.get('region') ?? 'us-east-1';
  const prefix = decodeComponent(url.pathname, 'prefix').replace(/^\/+|(?<!\/)\/+$/g, '');
  return {
    kind: 's3',
    endpoint: parseEndpoint(url.searchParams.get('endpoint'), region),
    bucket: url.hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region,
    accessKey,
    secretKey,
  };
}

/**
 * Parses a `BLOB_URL`: `file:///folder`, or `s3://KEY:SECRET@bucket/prefix?endpoint=https://host&region=name` with
 * percent-encoded credentials. Throws a `Failure` with one line, without secrets, if it is invalid.
 */
export function parseBlobUrl(text: string): BlobStoreConfig {
  if (!URL.canParse(text)) throw invalidSetting('it is not a URL');
  const url = new URL(text);
  if (url.protocol === 's3:') return parseObjectStoreUrl(url);
  if (url.protocol !== 'file:') throw invalidSetting('its scheme must be file or s3');
  try {
    return { kind: 'file', folder: fileURLToPath(url) };
  } catch (error) {
    throw new Failure('invalid', 'bad setting BLOB_URL: it is not a path on this machine', { cause: error });
  }
}

import { fileURLToPath } from 'node:url';
import { Failure } from '../../domain/failure.ts';

/** Where an object store keeps our blobs, and how it is asked. */
export interface ObjectStoreAddress {
  kind: 's3';
  /** Origin of the service. */
  endpoint: string;
  bucket: string;
  /** In front of every key; empty, or with a slash at its end. */
  prefix: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/** What a `BLOB_URL` names. */
export type BlobAddress = { kind: 'file'; folder: string } | ObjectStoreAddress;

const parameters = new Set(['endpoint', 'region']);

/** A line that repeats nothing of the address, which holds secrets. */
function bad(reason: string): Failure {
  return new Failure('invalid', `bad setting BLOB_URL: ${reason}`);
}

function decoded(text: string, what: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw new Failure('invalid', `bad setting BLOB_URL: its ${what} is not percent-encoded`, {
      cause: error,
    });
  }
}

function endpointOf(given: string | null, region: string): string {
  if (given === null) return `https://s3.${region}.amazonaws.com`;
  if (!URL.canParse(given)) throw bad('its endpoint is no address');
  const { protocol, origin, pathname, username, search } = new URL(given);
  if (!['http:', 'https:'].includes(protocol) || pathname !== '/' || username !== '' || search !== '') {
    throw bad('its endpoint must look like https://objects.example.com:9000');
  }
  return origin;
}

function objectStore(url: URL): ObjectStoreAddress {
  const unknown = [...url.searchParams.keys()].find((name) => !parameters.has(name));
  if (unknown !== undefined) throw bad(`it has a parameter "${unknown}", but knows only endpoint and region`);
  if (url.hostname === '' || url.port !== '')
    throw bad('it must look like s3://KEY:SECRET@bucket/prefix?endpoint=...');
  const accessKey = decoded(url.username, 'access key');
  const secretKey = decoded(url.password, 'secret key');
  if (accessKey === '' || secretKey === '') {
    throw bad('it needs credentials, as in s3://KEY:SECRET@bucket/prefix (percent-encoded)');
  }
  const region = url.searchParams.get('region') ?? 'us-east-1';
  const prefix = decoded(url.pathname, 'prefix').replace(/^\/+|\/+$/g, '');
  return {
    kind: 's3',
    endpoint: endpointOf(url.searchParams.get('endpoint'), region),
    bucket: url.hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region,
    accessKey,
    secretKey,
  };
}

/**
 * Reads a `BLOB_URL`: `file:///folder`, or `s3://KEY:SECRET@bucket/prefix?endpoint=https://host&region=name` with the
 * credentials percent-encoded. A `Failure` of one line, without secrets, when it makes no sense.
 */
export function parseBlobUrl(text: string): BlobAddress {
  if (!URL.canParse(text)) throw bad('it is no address');
  const url = new URL(text);
  if (url.protocol === 's3:') return objectStore(url);
  if (url.protocol !== 'file:') throw bad('its scheme must be file or s3');
  try {
    return { kind: 'file', folder: fileURLToPath(url) };
  } catch (error) {
    throw new Failure('invalid', 'bad setting BLOB_URL: it is no path on this machine', { cause: error });
  }
}

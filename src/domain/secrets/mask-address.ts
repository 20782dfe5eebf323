import { createHash } from 'node:crypto';
import { decodePercent } from '../values/decode-percent.ts';
import { namesSecretParameter } from './secret-words.ts';

/** Replaces a secret in history, receipts and stored parameters. */
export const mask = '***';

const maxText = 4_096;
/** User name and password of a URL (RFC 3986 section 3.2.1). */
const userInfo = /(?<=:\/\/)[^/?#\s@]+@/g;
/** Parameters of a query or fragment, and of a path (RFC 3986 section 3.3). */
const parameter = /([?&#;])([^?=&#;\s]+)=([^&#;\s]*)/g;
/** Fragments with parameters, which sites use for tokens because they are not sent to the server. */
const fragment = /#([^\s#"'<>]*)/g;
/** Messenger URLs with a secret in their path. */
const secretPath =
  /(\/\/(?:hooks\.slack\.com\/services|(?:[a-z.]+\.)?discord(?:app)?\.com\/api\/webhooks\/\d+|api\.telegram\.org\/bot\d+):?\/?)[^\s?#/][^\s?#]*?(?=\/sendMessage|[\s?#]|$)/gi;
const tokenLength = 16;

/** Returns true for a text such as `f3a9c1e07b52d648`: a long run of letters and digits that mixes both. */
function isTokenLike(text: string): boolean {
  return text
    .split(/[^A-Za-z0-9]+/)
    .some((run) => run.length >= tokenLength && /\d/.test(run) && /[A-Za-z]/.test(run));
}

function maskFragment(whole: string, content: string): string {
  // A text fragment names words of the page.
  if (content.startsWith(':~:')) return whole;
  // The route of an application (`#/list?page=2`) is a path with a query: only its secret parameters are masked, by `maskUrls`.
  if (/^!?\//.test(content)) return isTokenLike(content) ? `#${mask}` : whole;
  const masked = content
    .split(/(?<=[&;])/)
    .map((part) => {
      const at = part.indexOf('=');
      const end = /[&;]$/.test(part) ? part.slice(-1) : '';
      return at < 0 ? part : `${part.slice(0, at)}=${mask}${end}`;
    })
    .join('');
  return isTokenLike(masked) ? `#${mask}` : `#${masked}`;
}

/** Masks the secrets of all URLs in a text; the rest is unchanged. */
function maskUrls(text: string): string {
  return text
    .replace(userInfo, `${mask}@`)
    .replace(secretPath, `$1${mask}`)
    .replace(parameter, (whole, before: string, name: string) =>
      before !== '#' && namesSecretParameter(decodePercent(name)) ? `${before}${name}=${mask}` : whole,
    )
    .replace(fragment, maskFragment);
}

/**
 * Returns a text in which the addresses have no secrets: user and password, the known parameters of queries, the
 * parameters and tokens of fragments, and the path of messenger webhooks become `***`. A text without an address is
 * unchanged. Truncated to 4,096 characters.
 */
export function maskText(text: string): string {
  const short = text.length > maxText ? `${text.slice(0, maxText)}…` : text;
  return short.includes('://') ? maskUrls(short) : maskQuery(short);
}

/** Masks a path with a query, such as `/login?token=…`. */
function maskQuery(text: string): string {
  if (!text.includes('=') || !/[?&#]/.test(text)) return text;
  return text.replace(parameter, (whole, before: string, name: string) =>
    namesSecretParameter(decodePercent(name)) ? `${before}${name}=${mask}` : whole,
  );
}

/** Returns an address of any length without secrets, as {@link maskText} does. */
export function maskAddress(url: string): string {
  return maskUrls(url);
}

/** Returns the secrets of an address: its password, a user name without one, and the values of known parameters. */
export function addressSecrets(address: string): string[] {
  const url = URL.parse(address);
  if (url === null) return [];
  const credentials = url.password === '' ? [url.username] : [url.password];
  const parameters = [...url.searchParams]
    .filter(([name]) => namesSecretParameter(name))
    .map(([, value]) => value);
  const content = url.hash.slice(1);
  const inFragment = content.includes('=')
    ? [...new URLSearchParams(content).values()]
    : isTokenLike(content)
      ? [content]
      : [];
  return [...credentials.map(decodePercent), ...parameters, ...inFragment].filter((secret) => secret !== '');
}

/** Fields of stored pages that hold their addresses. */
const addressFields: ReadonlySet<string> = new Set(['url', 'final_url', 'requested_url']);

/**
 * Returns a result of a job in which the addresses of its pages have no secrets. Pages are the result itself or the
 * elements of its lists.
 */
export function maskPageAddresses<Result extends object>(result: Result): Result {
  const masked = Object.entries(result).map(([name, value]): [string, unknown] => {
    if (addressFields.has(name) && typeof value === 'string') return [name, maskAddress(value)];
    if (!Array.isArray(value)) return [name, value];
    const isPage = (one: unknown): one is object => typeof one === 'object' && one !== null && 'url' in one;
    return [name, value.map((one) => (isPage(one) && 'receipt' in one ? maskPageAddresses(one) : one))];
  });
  return Object.fromEntries(masked) as Result;
}

/** Returns the SHA-256 (hex) of an address, with which its owner verifies a masked one. */
export function addressSha256(url: string): string {
  return createHash('sha256').update(url).digest('hex');
}

/**
 * Returns the address of a webhook for readers who may not use it: in addition to {@link maskAddress}, every value of
 * the query and each segment of the path that looks like a token is masked.
 */
export function maskWebhook(address: string): string {
  const [beforeQuery = '', query] = maskUrls(address).split(/\?(.*)/s);
  const path = beforeQuery
    .split('/')
    .map((segment, at) =>
      at > 2 && (isTokenLike(segment) || segment.length >= 2 * tokenLength) ? mask : segment,
    )
    .join('/');
  return query === undefined ? path : `${path}?${query.replace(/=[^&#]*/g, `=${mask}`)}`;
}

import { isIP } from 'node:net';
import { Failure, type ValidationError } from '../domain/system/failure.ts';
import { parseAbsoluteUrl } from '../domain/values/absolute-url.ts';
import { type GuardRejection, GuardRejectionError } from '../web/guard/guard-verdict.ts';
import type { Guard } from '../web/guard/ssrf-guard.ts';

/** URL that is about to be saved, and its position in the request. */
export interface Target {
  /** JSON Pointer (RFC 6901). */
  pointer: string;
  url: string;
}

/** Saved login that a resource is about to name, and its position in the request. */
export interface TargetLogin {
  /** JSON Pointer (RFC 6901). */
  pointer: string;
  accountId: string;
  loginId: string;
  /** URLs that the login may be sent to; it must belong to the site of one of them. Empty if they are not known. */
  urls: readonly string[];
}

/**
 * Checks URLs and logins when they are saved, by the rules that apply when they are used, so that a resource that can
 * never work is rejected at once. The guard still decides at each request.
 */
export interface TargetCheck {
  /** Returns the error of a URL, without DNS; null if there is none. */
  addressError(url: string): string | null;
  /**
   * Returns at most one validation error per URL. Resolves at most 20 host names within two seconds; a name that is
   * not resolved by then passes.
   */
  addressErrors(targets: readonly Target[]): Promise<ValidationError[]>;
  /** Returns a validation error unless the account has the login and it belongs to the right site. */
  loginErrors(login: TargetLogin): Promise<ValidationError[]>;
}

/** Dependencies of the check. */
export interface TargetCheckOptions {
  guard: Pick<Guard, 'check' | 'checkForProxy'>;
  /**
   * Throws Failure `invalid` unless the account has the login and it belongs to the site of one of `urls`, if any.
   */
  checkLogin(accountId: string, loginId: string, urls: readonly URL[]): Promise<void>;
}

const resolveTimeoutMs = 2_000;
const maxResolvedNames = 20;

const notAbsolute =
  '`url`: this is not an absolute http or https address. Write the whole address, such as https://example.com/page.';

/** Returns an error message. It never repeats a user name or password. */
function formatGuardError({ code, message }: GuardRejection, url: URL): string {
  switch (code) {
    case 'scheme':
      return `\`scheme\`: addresses with ${url.protocol.slice(0, 40)} are not supported. Use an http or https address.`;
    case 'credentials':
      return '`credentials`: the address contains a user name or password. Remove the part before `@`.';
    case 'port':
      return `\`port\`: port ${url.port} belongs to a service that is not a website. Use port 80 or 443, or another port above 1023.`;
    case 'private_address':
      return `\`private_address\`: ${url.host} is a private or reserved address, or belongs to this service. Use a public address, or add its network to WEBDATA_ALLOW_NETWORKS.`;
    case 'url':
      return `\`url\`: the host name ${url.hostname.slice(0, 100)} is not valid (RFC 1035). Correct the host name.`;
    default:
      return `\`${code satisfies never}\`: ${message}`;
  }
}

/** Creates the check of targets for one process. */
export function createTargetCheck({ guard, checkLogin }: TargetCheckOptions): TargetCheck {
  function addressError(text: string): string | null {
    const url = parseAbsoluteUrl(text);
    if (url === null) return notAbsolute;
    const verdict = guard.check(url);
    return verdict.allowed ? null : formatGuardError(verdict, url);
  }

  /** Returns the errors of host names that resolve to forbidden addresses, by host and port. */
  async function findForbiddenNames(urls: readonly URL[]): Promise<Map<string, string>> {
    const names = new Map(urls.flatMap((url) => (isLiteral(url) ? [] : [[url.host, url] as const])));
    const errors = new Map<string, string>();
    const lookups = [...names.values()].slice(0, maxResolvedNames).map((url) =>
      guard.checkForProxy(url).catch((error: unknown) => {
        if (!(error instanceof GuardRejectionError)) throw error;
        errors.set(url.host, formatGuardError(error.verdict, url));
      }),
    );
    if (lookups.length === 0) return errors;
    const { promise: timeout, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, resolveTimeoutMs);
    await Promise.race([Promise.allSettled(lookups), timeout]);
    clearTimeout(timer);
    return new Map(errors);
  }

  return {
    addressError,
    async addressErrors(targets) {
      const checked = targets.map(({ pointer, url }) => ({ pointer, url, detail: addressError(url) }));
      const allowed = checked.flatMap(({ url, detail }) =>
        detail === null ? (parseAbsoluteUrl(url) ?? []) : [],
      );
      const errors = await findForbiddenNames(allowed);
      return checked.flatMap(({ pointer, url, detail }) => {
        const found = detail ?? errors.get(parseAbsoluteUrl(url)?.host ?? '');
        return found === undefined ? [] : [{ pointer, detail: found }];
      });
    },
    async loginErrors({ pointer, accountId, loginId, urls }) {
      try {
        const parsed = urls.flatMap((url) => parseAbsoluteUrl(url) ?? []);
        await checkLogin(accountId, loginId, parsed);
        return [];
      } catch (error) {
        if (!(error instanceof Failure) || error.kind !== 'invalid') throw error;
        return [{ pointer, detail: error.message }];
      }
    },
  };
}

function isLiteral({ hostname }: URL): boolean {
  return hostname.startsWith('[') || isIP(hostname) > 0;
}

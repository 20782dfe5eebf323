import { isIP } from 'node:net';
import { allowedVerdict, GuardRejectionError, reject } from './guard-verdict.ts';
import { resolveBySystem } from './resolve-by-system.ts';
import type { Guard } from './ssrf-guard.ts';

/** Creates the guard of a client for one endpoint of the operator, which may be private. All other origins are rejected. */
export function createOperatorGuard(endpoint: URL): Guard {
  const { origin } = endpoint;
  const check = (url: URL) =>
    url.origin === origin
      ? allowedVerdict
      : reject('private_address', 'This client may contact only the configured endpoint.');
  const resolve: Guard['resolve'] = async (hostname) => {
    const resolved = isIP(hostname) > 0 ? [hostname] : await resolveBySystem(hostname);
    if (resolved.length === 0)
      throw Object.assign(new Error(`no address for ${hostname}`), { code: 'ENOTFOUND' });
    return resolved.map((address) => ({ address, family: isIP(address) === 6 ? 6 : 4 }));
  };
  return {
    check,
    resolve,
    async checkForProxy(url) {
      const verdict = check(url);
      if (!verdict.allowed) throw new GuardRejectionError(verdict);
    },
    lookupFor: (port) => (hostname, options, callback) => {
      resolve(hostname, port).then(
        (answers) => {
          const first = answers[0];
          if (options.all || first === undefined) callback(null, answers);
          else callback(null, first.address, first.family);
        },
        (error) => callback(error, []),
      );
    },
    isOpened: () => true,
  };
}

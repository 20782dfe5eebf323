import { isIP } from 'node:net';
import type { Guard } from './guard.ts';
import { allowed, GuardRefusal, refuse } from './guard-verdict.ts';
import { resolveBySystem } from './system-resolver.ts';

/**
 * The guard of a client that asks one endpoint of the operator and nothing else: it may be private, and whatever is of
 * another origin is refused.
 */
export function createOperatorGuard(endpoint: URL): Guard {
  const { origin } = endpoint;
  const judge = (url: URL) =>
    url.origin === origin ? allowed : refuse('private_address', 'This client asks one address alone.');
  const resolve: Guard['resolve'] = async (hostname) => {
    const found = isIP(hostname) > 0 ? [hostname] : await resolveBySystem(hostname);
    if (found.length === 0)
      throw Object.assign(new Error(`no address for ${hostname}`), { code: 'ENOTFOUND' });
    return found.map((address) => ({ address, family: isIP(address) === 6 ? 6 : 4 }));
  };
  return {
    judge,
    resolve,
    async admit(url) {
      const verdict = judge(url);
      if (!verdict.allowed) throw new GuardRefusal(verdict);
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

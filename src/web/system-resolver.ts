import { lookup } from 'node:dns';

const underWay = new Map<string, Promise<string[]>>();

/**
 * The IP addresses that this machine's resolver (hosts file and DNS) gives for a name; rejects with its error code when
 * there are none. Questions for one name at the same time are asked once, since the system answers only four at a time.
 */
export function resolveBySystem(hostname: string): Promise<string[]> {
  const known = underWay.get(hostname);
  if (known !== undefined) return known;
  const asked = ask(hostname).finally(() => underWay.delete(hostname));
  underWay.set(hostname, asked);
  return asked;
}

function ask(hostname: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    lookup(hostname, { all: true, order: 'verbatim' }, (error, found) => {
      if (error) reject(error);
      else resolve(found.map(({ address }) => address));
    });
  });
}

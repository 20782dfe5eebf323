import { existsSync, statSync } from 'node:fs';
import { parse } from 'tldts';
import { addressFields, completeAddress } from './complete-address.ts';
import { UsageError } from './usage-error.ts';

/** An address with its scheme, which is never meant as the path of a file. */
const webAddress = /^https?:\/\//i;

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

/** Returns true for a host that no file is named like: one with a port, an IP address, or a name below a public suffix. */
function isHost({ hostname, port }: URL): boolean {
  const { isIp, isIcann, domain } = parse(hostname);
  return port !== '' || isIp === true || (isIcann === true && domain !== null);
}

/** Returns true if an argument of a command that takes files is an address; a file of that name is preferred if it lacks its scheme. */
export function isAddress(word: string): boolean {
  if (webAddress.test(word)) return true;
  const complete = completeAddress(word);
  return complete !== word && !isFile(word) && URL.canParse(complete) && isHost(new URL(complete));
}

/** Throws UsageError if an address of a call is a file of this machine, which the service would look for in the web. */
export function checkAddresses(fields: Readonly<Record<string, unknown>>): void {
  const words = Object.entries(fields).flatMap(([name, value]) => (addressFields.has(name) ? value : []));
  const file = words.find(
    (word) =>
      typeof word === 'string' && !webAddress.test(word) && (/^file:/i.test(word) || isFile(word.trim())),
  );
  if (file === undefined) return;
  throw new UsageError(
    `${String(file)} is a file: "parse" reads a file, and "batch" reads the addresses in one; an address that has its name needs https://`,
  );
}

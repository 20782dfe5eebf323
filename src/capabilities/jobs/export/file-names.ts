import { hash } from 'node:crypto';
import { decodePercent } from '../../../domain/values/decode-percent.ts';
import { routeForm, withRouteInPath } from '../../../site/links/hash-routes.ts';

const maxSegmentLength = 80;
const maxSegments = 12;
/** Names that Windows reserves, with any extension. */
const reservedName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Returns a file name that all common file systems accept. */
function toSafeSegment(segment: string): string {
  const plain = segment
    .normalize('NFC')
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*]+/g, '_')
    .replace(/^\.+/, '_')
    .replace(/(?<![. ])[. ]+$/, '');
  const short =
    plain.length <= maxSegmentLength ? plain : `${plain.slice(0, maxSegmentLength - 9)}-${digestOf(segment)}`;
  const name = short.toWellFormed();
  return reservedName.test(name) ? `_${name}` : name || '_';
}

function digestOf(text: string): string {
  return hash('sha256', text).slice(0, 8);
}

/**
 * Returns the path of a page's file in the folders of its site: `host/docs/install.md`, `host/index.md` for the root,
 * `host/#/docs.md` for the route `#/docs` of an application.
 */
function pathOf(address: string, extension: string): string {
  const url = withRouteInPath(new URL(address), routeForm(address));
  const parts = url.pathname.split('/').slice(1).map(decodePercent);
  const folders = parts.slice(0, -1).filter(Boolean).slice(0, maxSegments);
  const last = (parts.at(-1) ?? '').replace(/\.(?:x?html?|md|php|aspx?|jsp)$/i, '');
  const query = url.search === '' ? '' : `_${decodePercent(url.search.slice(1))}`;
  const file = `${last === '' ? 'index' : last}${query}`;
  return `${[url.host, ...folders, file].map(toSafeSegment).join('/')}${extension}`;
}

/** Creates the function that names the files of one archive. Names that differ only in case get a number. */
export function createFileNames(): (address: string, extension: string) => string {
  const used = new Set<string>();
  return (address, extension) => {
    const path = pathOf(address, extension);
    const stem = path.slice(0, -extension.length);
    let name = path;
    for (let number = 2; used.has(name.toLowerCase()); number += 1) name = `${stem}-${number}${extension}`;
    used.add(name.toLowerCase());
    return name;
  };
}

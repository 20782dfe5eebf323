import { posix } from 'node:path';
import { collapseSpace } from '../../../domain/values/collapse-space.ts';
import { decodePercent } from '../../../domain/values/decode-percent.ts';
import { parseXml } from '../office/parse-xml.ts';

/** Package document of a publication (EPUB 3.3, section 5). */
export interface PackageDocument {
  /** Paths of the content documents in reading order. */
  chapters: string[];
  /** Path of the table of contents, or null. */
  contents: string | null;
  language: string | null;
}

const maxChapters = 5_000;

/** Returns the path of the package document (EPUB 3.3, section 4.2.6.3.1). */
export function findPackagePath(container: Uint8Array): string | null {
  let path: string | null = null;
  parseXml(container, {
    open: (name, attributes) => {
      if (name === 'rootfile') path ??= attributes['full-path'] ?? null;
    },
    close: () => {},
    text: () => {},
  });
  return path;
}

/** Returns the path in the archive, without its fragment, of a reference in the file at `from`. */
export function resolvePath(from: string, reference: string): string {
  const path = decodePercent(reference.split('#', 1)[0] ?? '');
  return path === '' ? from : posix.join(posix.dirname(from), path);
}

/** Parses the package document at a path. */
export function parsePackage(xml: Uint8Array, path: string): PackageDocument {
  const paths = new Map<string, string>();
  const spine: string[] = [];
  let navigation: string | null = null;
  let contentsId: string | null = null;
  let open = '';
  let language: string | null = null;
  parseXml(xml, {
    open(name, attributes) {
      open = name;
      const { id, href = '', idref, properties = '' } = attributes;
      if (name === 'item' && id !== undefined && href !== '') {
        paths.set(id, resolvePath(path, href));
        if (/(?:^|\s)nav(?:\s|$)/.test(properties)) navigation ??= resolvePath(path, href);
      } else if (name === 'itemref' && idref !== undefined) spine.push(idref);
      else if (name === 'spine') contentsId = attributes.toc ?? null;
    },
    close() {
      open = '';
    },
    text(text) {
      if (open === 'language' && text.trim() !== '') language ??= text.trim();
    },
  });
  return {
    chapters: spine.slice(0, maxChapters).flatMap((id) => paths.get(id) ?? []),
    contents: navigation ?? (contentsId === null ? null : (paths.get(contentsId) ?? null)),
    language,
  };
}

/**
 * Returns the titles of content documents by their paths, from a navigation document or a control file (EPUB 3.3, 7; EPUB 2,
 * NCX); empty if it is damaged. Entries for parts of a document are no titles of it.
 */
export function readContents(xml: Uint8Array, from: string): Map<string, string> {
  const titles = new Map<string, string>();
  let label = '';
  let path: string | null = null;
  const add = () => {
    const title = collapseSpace(label);
    if (path !== null && title !== '' && !titles.has(path)) titles.set(path, title);
    path = null;
  };
  const refer = (reference: string) => {
    path = reference.includes('#') ? null : resolvePath(from, reference);
  };
  try {
    parseXml(xml, {
      open(name, { href, src }) {
        if (name === 'a' || name === 'navLabel') label = '';
        if (name === 'a' && href !== undefined) refer(href);
        else if (name === 'content' && src !== undefined) {
          refer(src);
          add();
        }
      },
      close(name) {
        if (name === 'a') add();
      },
      text(text) {
        label += text;
      },
    });
  } catch {
    // Without a table of contents, the chapters have the titles in their texts.
  }
  return titles;
}

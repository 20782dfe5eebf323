import { readFileSync } from 'node:fs';
import path from 'node:path';
import { samplePages } from '../quality/sample.ts';
import type { PageStatement } from './score-metadata.ts';

/** Page with known metadata. */
export interface MetadataPage {
  set: string;
  file: string;
  url: string;
  reference: PageStatement;
}

/** Returns the pages of all sets: articles whose metadata was written down, then the main collection by kind. */
export function metadataPages(from: string): MetadataPage[] {
  const articles = JSON.parse(readFileSync(path.join(from, 'metadata/gt.json'), 'utf8')) as Record<
    string,
    PageStatement & { url: string }
  >;
  const samples = (samplePages(path.join(from, 'pages')) ?? []).filter(({ url }) => URL.canParse(url));
  return [
    ...Object.entries(articles).map(([id, reference]) => ({
      set: 'articles with metadata',
      file: path.join(from, `metadata/html/${id}.html`),
      url: reference.url,
      reference,
    })),
    ...samples.map(({ kind, file, url, facts: { title, author, published_date: published } }) => ({
      set: kind,
      file,
      url,
      reference: { title, author, published },
    })),
  ];
}

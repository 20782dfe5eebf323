// Metadata: title, author and date of pages, beside Trafilatura, Readability, Defuddle and extruct, on the same pages by the same
// scorer.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describePage } from '../../src/extract/describe-page.ts';
import { readHtml } from '../../src/page/read/read-html.ts';
import { decodeText } from '../../src/page/text/decode.ts';
import { type MetadataPage, metadataPages } from '../metadata/metadata-pages.ts';
import { readWithLibrary, writeManifest } from '../metadata/read-with-peers.ts';
import { isRight, type PageStatement, scoredFacts } from '../metadata/score-metadata.ts';
import { pageJob } from '../quality/page-job.ts';
import { unpackCollections } from './collections.ts';
import { type Measured, measureRow, openPeer, type Section, type SectionContext } from './section.ts';

/** Every Nth page of the large collection is read in a full run. */
const everyPage = 20;
const smallFactor = 7;
const smallSet = 'articles with metadata';
const libraries = ['trafilatura', 'readability', 'defuddle', 'extruct'] as const;

function shareOf<Item>(items: readonly Item[], test: (item: Item) => boolean): number | null {
  return items.length === 0 ? null : items.filter(test).length / items.length;
}

/** Scores the statements about the pages, by their files. */
function figuresOf(
  { run }: SectionContext,
  system: string,
  pages: readonly MetadataPage[],
  statements: ReadonlyMap<string, PageStatement>,
): Measured {
  const log = `metadata-${system}.log.jsonl`;
  for (const { file, reference } of pages)
    run.log(log, { file, reference, found: statements.get(file) ?? {} });
  const figures = scoredFacts.flatMap((fact) => {
    const stated = pages.filter(({ reference }) => reference[fact]);
    const verdictOf = ({ file, reference }: MetadataPage) => {
      const given = statements.get(file)?.[fact];
      return given ? isRight(fact, reference[fact] ?? '', given) : null;
    };
    return [
      [fact, shareOf(stated, (page) => verdictOf(page) === true)],
      [`${fact}Wrong`, shareOf(stated, (page) => verdictOf(page) === false)],
    ] as const;
  });
  const without = pages.filter(({ reference }) => !reference.author);
  const noAuthor = shareOf(without, ({ file }) => !statements.get(file)?.author);
  return { figures: { ...Object.fromEntries(figures), noAuthor }, log };
}

/** Measures title, author and date of pages. */
export const measureMetadata: Section = async (context) => {
  const { run, data, size } = context;
  const folder = unpackCollections(data, ['metadata', 'pages']);
  if (!existsSync(join(folder, 'metadata'))) {
    const reason = `${data} does not contain the collection; name a folder with it with --data`;
    const row = {
      section: 'metadata',
      table: null,
      system: 'all',
      title: 'all libraries',
      version: '',
    } as const;
    run.addAbsence({ ...row, reason });
    return;
  }
  const every = everyPage * (size === 'small' ? smallFactor : 1);
  const pages = metadataPages(folder).filter(({ set }, at) => set === smallSet || at % every === 0);
  run.describeInput('metadata', `${pages.length} pages`);
  const htmlOf = ({ file }: MetadataPage) => decodeText(readFileSync(file), 'text/html', true).text;
  const row = { section: 'metadata', table: 'metadata' } as const;
  await measureRow(context, { ...row, system: 'webdata', title: 'webdata' }, async () => {
    const found = pages.map((page): [string, PageStatement] => [
      page.file,
      readHtml(htmlOf(page), pageJob(page.url), { describe: describePage }).metadata,
    ]);
    return figuresOf(context, 'webdata', pages, new Map(found));
  });
  const manifest = writeManifest(
    run.folder,
    pages.map((page) => ({ id: page.file, url: page.url, html: htmlOf(page) })),
  );
  for (const library of libraries) {
    if (!context.isWanted(library)) continue;
    const peer = await openPeer(context, 'metadata', library);
    if (peer === null) continue;
    const { title, version } = peer;
    await measureRow(context, { ...row, system: library, title, version }, async () =>
      figuresOf(context, library, pages, await readWithLibrary(library, peer, run.folder, manifest)),
    );
  }
};

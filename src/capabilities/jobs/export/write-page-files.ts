import type { PageResult } from '../../../domain/pages/page.ts';
import { createZip, type ZipPart } from '../../../store/exports/create-zip.ts';
import type { ExportedPages } from './exported-pages.ts';
import { createFileNames } from './file-names.ts';

const encoder = new TextEncoder();

/**
 * Writes the front matter of a page. JSON values are YAML values as well (YAML 1.2, section 1.3); absent values are left
 * out.
 */
function frontMatter(page: PageResult): string {
  const { final_url: finalUrl, metadata, receipt } = page;
  const fields: Readonly<Record<string, unknown>> = {
    title: page.title,
    url: finalUrl ?? page.url,
    requested_url: finalUrl === null || finalUrl === page.url ? null : page.url,
    status: page.status,
    status_code: page.status_code,
    language: metadata.language,
    description: metadata.description,
    author: metadata.author,
    published: metadata.published,
    modified: metadata.modified,
    fetched_at: receipt.fetched_at,
    receipt: receipt.id,
  };
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : `${name}: ${JSON.stringify(value)}`,
  );
  return ['---', ...lines, '---', '', ''].join('\n');
}

/** Returns the text of a page's file: Markdown or plain text with front matter; HTML if only that was requested. */
function contentOf(page: PageResult): { extension: string; text: string } {
  const text = page.markdown ?? page.text;
  const html = page.html ?? page.raw_html;
  if (text === undefined && html !== undefined) return { extension: '.html', text: html };
  return { extension: '.md', text: `${frontMatter(page)}${text ?? ''}\n` };
}

async function* pieceOf(text: string): AsyncGenerator<Uint8Array> {
  yield encoder.encode(text);
}

/** Writes a ZIP archive with one file for each page that arrived, in the folders of its site. */
export async function* writePageFiles({ pages }: ExportedPages): AsyncGenerator<Uint8Array> {
  const nameOf = createFileNames();
  async function* parts(): AsyncGenerator<ZipPart> {
    for await (const page of pages()) {
      if (page.status !== 'ok') continue;
      const { extension, text } = contentOf(page);
      yield { name: nameOf(page.final_url ?? page.url, extension), pieces: pieceOf(text) };
    }
  }
  yield* createZip(parts());
}

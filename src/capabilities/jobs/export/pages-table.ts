import type { Json } from '../../../domain/pages/extraction.ts';
import type { PageResult } from '../../../domain/pages/page.ts';
import type { Table, TableRow } from '../../../store/exports/table.ts';
import type { ExportedPages } from './exported-pages.ts';

const rowsPerBatch = 50;

/** Columns of a table of pages, with their values. */
const columns: Readonly<Record<string, (page: PageResult) => unknown>> = {
  url: (page) => page.url,
  final_url: (page) => page.final_url,
  status: (page) => page.status,
  status_code: (page) => page.status_code,
  title: (page) => page.title,
  markdown: (page) => page.markdown,
  text: (page) => page.text,
  html: (page) => page.html,
  raw_html: (page) => page.raw_html,
  description: (page) => page.metadata.description,
  language: (page) => page.metadata.language,
  author: (page) => page.metadata.author,
  published: (page) => page.metadata.published,
  modified: (page) => page.metadata.modified,
  metadata: (page) => page.metadata,
  links: (page) => page.links,
  images: (page) => page.images,
  structured_data: (page) => page.structured_data,
  json: (page) => page.json,
  error: (page) => page.error,
  fetched_at: (page) => page.receipt.fetched_at,
  credits: (page) => page.receipt.credits,
  receipt_id: (page) => page.receipt.id,
  receipt: (page) => page.receipt,
  line: (page) => page.line,
  name: (page) => page.name,
};

function toRow(page: PageResult): TableRow {
  return Object.fromEntries(
    Object.entries(columns).map(([name, read]) => [name, read(page) as Json | undefined]),
  );
}

/** Returns the pages as a table, one row each; objects and lists are JSON. */
export function createPagesTable({ pages }: ExportedPages): Table {
  async function* rows(): AsyncGenerator<TableRow[]> {
    let batch: TableRow[] = [];
    for await (const page of pages()) {
      batch.push(toRow(page));
      if (batch.length < rowsPerBatch) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }
  return { columns: Object.keys(columns), rows };
}

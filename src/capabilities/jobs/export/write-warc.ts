import { hash } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { PageResult } from '../../../domain/pages/page.ts';
import type { ExportedPages } from './exported-pages.ts';

/** One record of a WARC file (ISO 28500:2017, WARC 1.1). */
interface WarcRecord {
  type: 'warcinfo' | 'request' | 'response' | 'conversion' | 'metadata';
  /** Identifies the record within the job. */
  name: string;
  date: string;
  headers: Readonly<Record<string, string>>;
  content: string;
}

const encoder = new TextEncoder();
const description =
  'Bodies are the decoded text of the pages in UTF-8. Request lines and HTTP headers are reconstructed from the stored result, since the headers as sent are not kept. Pages without raw_html are conversion records with their Markdown.';

/** Returns a UUID that is determined by a name (RFC 9562 section 5.8), so that the same job gives the same file. */
function recordId(name: string): string {
  const digits = hash('sha256', name);
  const parts = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ];
  return `<urn:uuid:${parts.join('-')}>`;
}

/** Makes a value fit a header line: URLs contain no control characters, other values must not either. */
function headerValue(value: string): string {
  return value.replace(/[\u0000-\u001f\u007f]+/g, ' ');
}

function writeRecord({ type, name, date, headers, content }: WarcRecord): Uint8Array {
  const body = encoder.encode(content);
  const lines = Object.entries({
    'WARC-Type': type,
    'WARC-Record-ID': recordId(`${type} ${name}`),
    'WARC-Date': date,
    ...headers,
    'Content-Length': String(body.length),
  }).map(([field, value]) => `${field}: ${headerValue(value)}`);
  const head = encoder.encode(`WARC/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  return Buffer.concat([head, body, encoder.encode('\r\n\r\n')]);
}

function httpRequest(address: string): string {
  const { host, pathname, search } = new URL(address);
  return `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
}

function httpResponse(page: PageResult, body: string): string {
  const statusCode = page.status_code ?? 200;
  const type = (page.metadata.content_type ?? 'text/html').split(';', 1)[0] as string;
  const length = Buffer.byteLength(body);
  const reason = STATUS_CODES[statusCode] ?? '';
  return `HTTP/1.1 ${statusCode} ${reason}\r\nContent-Type: ${headerValue(type)}; charset=utf-8\r\nContent-Length: ${length}\r\n\r\n${body}`;
}

function* recordsOf(page: PageResult): Generator<WarcRecord> {
  const { receipt } = page;
  const target = page.final_url ?? page.url;
  const common = { name: receipt.id, date: receipt.fetched_at };
  const located = { 'WARC-Target-URI': target };
  const body = page.raw_html;
  if (body !== undefined) {
    const response = { ...located, 'Content-Type': 'application/http;msgtype=response' };
    yield { ...common, type: 'response', headers: response, content: httpResponse(page, body) };
    const request = {
      ...located,
      'WARC-Concurrent-To': recordId(`response ${receipt.id}`),
      'Content-Type': 'application/http;msgtype=request',
    };
    yield { ...common, type: 'request', headers: request, content: httpRequest(target) };
  } else if (page.markdown !== undefined) {
    const headers = { ...located, 'Content-Type': 'text/markdown; charset=utf-8' };
    yield { ...common, type: 'conversion', headers, content: page.markdown };
  }
  const ofPage = body !== undefined ? 'response' : 'conversion';
  const hasContent = body !== undefined || page.markdown !== undefined;
  const metadata = {
    ...located,
    ...(hasContent && { 'WARC-Concurrent-To': recordId(`${ofPage} ${receipt.id}`) }),
    'Content-Type': 'application/json',
  };
  const { status, url, title } = page;
  const content = JSON.stringify({ url, status, title, metadata: page.metadata, receipt });
  yield { ...common, type: 'metadata', headers: metadata, content };
}

/**
 * Writes a WARC 1.1 file: for each page with `raw_html` a response and a request record, for others a conversion record
 * with the Markdown, and for all a metadata record with the receipt.
 */
export async function* writeWarc(
  { pages }: ExportedPages,
  { jobId, createdAt }: { jobId: string; createdAt: Date },
): AsyncGenerator<Uint8Array> {
  const fields = { software: 'webdata', format: 'WARC File Format 1.1', isPartOf: jobId, description };
  yield writeRecord({
    type: 'warcinfo',
    name: jobId,
    date: createdAt.toISOString(),
    headers: { 'Content-Type': 'application/warc-fields' },
    content: Object.entries(fields)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join(''),
  });
  for await (const page of pages()) {
    for (const record of recordsOf(page)) yield writeRecord(record);
  }
}

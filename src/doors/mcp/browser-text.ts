import type { PageError, Warning } from '../../domain/outcome.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { adviceOn } from './advice.ts';
import {
  type AnswerText,
  countOf,
  cut,
  type Fields,
  isFields,
  mostCharacters,
  receiptLine,
  warningLines,
  webWarnings,
} from './page-text.ts';

/** What opening a browser, a step in it, or a look at it answers. */
interface BrowserAnswer extends Fields {
  sid: string;
  url: string;
  title: string;
  ok?: boolean;
  snapshot?: string | null;
  result?: unknown;
  error?: PageError;
  screenshot?: string;
  files?: { file_id: string; name: string; bytes: number }[];
  dialogs?: { type: string; message: string; accepted: boolean }[];
  tabs?: { tab: number; url: string; title: string; active: boolean }[];
  warnings?: Warning[];
  receipt?: Receipt;
}

const mostResult = 40_000;

/** Whether it is about a browser that somebody acts in. */
export function isBrowserAnswer(value: unknown): value is BrowserAnswer {
  return isFields(value) && typeof value.sid === 'string' && typeof value.url === 'string';
}

/** The addresses of files that a step in a browser brought: a picture, downloads. */
export function browserFiles(value: unknown): { screenshot: string | undefined; downloads: string[] } {
  if (!isBrowserAnswer(value)) return { screenshot: undefined, downloads: [] };
  return { screenshot: value.screenshot, downloads: (value.files ?? []).map(({ file_id: id }) => id) };
}

function standing({ ok, status, reason, sid, credits, expires_at: until }: BrowserAnswer): string {
  if (ok !== undefined) return ok ? 'ok' : 'not done';
  const end = status === 'open' ? `, until ${until} at the latest` : `: ${reason}`;
  return `${sid} is ${status}${end}; ${countOf(Number(credits), 'credit')} charged so far`;
}

/** What a step gave, as it is best read. */
function given(result: unknown): string {
  if (!isFields(result))
    return result === undefined ? '' : `Result: ${cut(JSON.stringify(result), mostResult)}`;
  const { markdown, ...rest } = result;
  return typeof markdown === 'string'
    ? cut(markdown, mostResult)
    : `Result: ${cut(JSON.stringify(rest), mostResult)}`;
}

/** How a browser stands, in our words, and apart from them what its page shows. */
export function browserText(value: BrowserAnswer): AnswerText {
  const { error, warnings = [], files = [], dialogs = [], tabs = [], receipt, snapshot } = value;
  const essence = [standing(value)];
  if (error !== undefined) essence.push(`error ${error.code}. ${adviceOn(error.code)}`);
  for (const { file_id: id, bytes } of files)
    essence.push(`file ${id}, ${bytes} bytes: give it to upload, or read it as webdata://blob/${id}`);
  for (const { type, accepted } of dialogs)
    essence.push(`a dialog (${type}) was ${accepted ? 'accepted' : 'dismissed'}`);
  essence.push(...warningLines(warnings));
  if (receipt !== undefined) essence.push(receiptLine(receipt));
  const shown = [
    error === undefined ? '' : error.message,
    `At: ${value.url}`,
    value.title === '' ? '' : `Title: ${value.title}`,
    ...(tabs.length > 1
      ? tabs.map(({ tab, url, active }) => `tab ${tab}${active ? ' (in front)' : ''}: ${url}`)
      : []),
    ...dialogs.map(({ type, message }) => `${type}: ${message}`),
    ...files.map(({ file_id: id, name }) => `${id} is called ${name}`),
    ...webWarnings(warnings),
    given(value.result),
    snapshot ?? '',
  ];
  return { essence: essence.join('\n'), untrusted: cut(shown.filter(Boolean).join('\n'), mostCharacters) };
}

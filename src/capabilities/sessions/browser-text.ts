import { adviseInSession } from '../../domain/pages/page-advice.ts';
import type { AgentText, AnswerView, NextCall } from '../../operations/declaration/answer-view.ts';
import { countOf, receiptLine, warningLines, webWarnings } from '../../operations/views/page-text.ts';
import { factLines, minute, oneLine } from '../../operations/views/terminal-text.ts';
import { hasOwnResult, type OpenAnswer, type SessionAnswer, type StepAnswer } from './session-answer.ts';
import type { SessionDocument } from './session-document.ts';

/** The answer to opening a browser, to a step in it, or about it. */
type BrowserAnswer = OpenAnswer | SessionAnswer | StepAnswer;

function stateText(value: BrowserAnswer): string {
  if ('ok' in value) return value.ok ? 'ok' : 'not done';
  return sessionText(value);
}

function sessionText({ status, reason, sid, credits, expires_at: until }: SessionDocument): string {
  const end = status === 'open' ? `, until ${until} at the latest` : `: ${reason}`;
  return `${sid} is ${status}${end}; ${countOf(credits, 'credit')} charged so far`;
}

/** The result of a step: Markdown as it is, anything else as JSON. */
function resultText(result: unknown): string {
  if (result === undefined) return '';
  const markdown = Object(result).markdown as unknown;
  return typeof markdown === 'string' ? markdown : `Result: ${JSON.stringify(result)}`;
}

/** State of the browser in the words of the service, and apart from them the text of its page. */
function browserText(value: BrowserAnswer): AgentText {
  const { error, warnings = [], receipt, snapshot }: Partial<OpenAnswer | StepAnswer> = value;
  const { files = [], dialogs = [], tabs = [], result }: Partial<StepAnswer> = value;
  const essence = [stateText(value)];
  if (error !== undefined) essence.push(`error ${error.code}. ${adviseInSession(error.code)}`);
  for (const { file_id: id, bytes, text } of files) {
    const place = text === undefined ? `read ${JSON.stringify({ ref: id })} returns its text` : 'shown below';
    essence.push(`file ${id}, ${bytes} bytes: ${place}; upload sends it`);
  }
  for (const { type, accepted } of dialogs)
    essence.push(`a dialog (${type}) was ${accepted ? 'accepted' : 'dismissed'}`);
  essence.push(...warningLines(warnings));
  const isOwnResult = 'ok' in value && hasOwnResult(value);
  if (isOwnResult) essence.push(resultText(result));
  if (receipt !== undefined && receipt.credits > 0) essence.push(receiptLine(receipt));
  const shown = [
    error === undefined ? '' : error.message,
    `At: ${value.url}`,
    value.title === '' ? '' : `Title: ${value.title}`,
    ...(tabs.length > 1
      ? tabs.map(({ tab, url, active }) => `tab ${tab}${active ? ' (in front)' : ''}: ${url}`)
      : []),
    ...dialogs.map(({ type, message }) => `${type}: ${message}`),
    ...files.map(({ file_id: id, name, text }) =>
      text === undefined ? `${id} is called ${name}` : `${id} is called ${name}:\n${text}`,
    ),
    ...webWarnings(warnings),
  ];
  return {
    essence: essence.filter(Boolean).join('\n'),
    untrusted: shown.filter(Boolean).join('\n'),
    body: [isOwnResult ? '' : resultText(result), snapshot ?? ''].filter(Boolean).join('\n'),
  };
}

function stateLine(value: BrowserAnswer): string {
  if ('ok' in value) return value.ok ? 'done' : 'not done';
  const { status, reason, expires_at: until } = value;
  return status === 'open' ? `open until ${minute(until)} at the latest` : `${status}: ${reason}`;
}

/** Describes a session or a step on a terminal: how it went, and the page as it is now. */
function browserSummary(value: BrowserAnswer): string {
  const { error, warnings = [], snapshot, receipt }: Partial<OpenAnswer | StepAnswer> = value;
  const { files = [], dialogs = [], tabs = [], result, screenshot }: Partial<StepAnswer> = value;
  const credits = 'credits' in value ? value.credits : (receipt?.credits ?? 0);
  const page = [resultText(result), snapshot ?? ''].filter(Boolean);
  return [
    ...factLines({
      session: value.sid,
      [`${'ok' in value ? 'step' : 'status'}`]: stateLine(value),
      error: error === undefined ? null : `${error.code}: ${error.message}`,
      page: value.title || null,
      url: value.url,
      login: 'login' in value ? value.login : null,
      credits: `${credits} charged`,
      screenshot: screenshot ?? null,
      warnings: warnings.map(({ code, message }) => `${code}: ${message}`).join(' ') || null,
    }),
    ...dialogs.map(({ type, message, accepted }) =>
      oneLine(`${accepted ? 'accepted' : 'dismissed'} ${type}: ${message}`),
    ),
    ...files.map(({ file_id: id, name, bytes }) => oneLine(`file ${id}: ${name}, ${bytes} bytes`)),
    ...(tabs.length > 1
      ? tabs.map(({ tab, url, active }) => oneLine(`tab ${tab}${active ? ' (in front)' : ''}: ${url}`))
      : []),
    ...(page.length > 0 ? ['', ...page] : []),
  ].join('\n');
}

function nextCallsOf(value: BrowserAnswer): NextCall[] {
  const { sid } = value;
  if ('status' in value && value.status !== 'open') return [];
  const isOpened = 'live_url' in value;
  return [
    ...(isOpened
      ? [{ label: 'act in it', operation: 'browser_step', fields: { sid, type: 'click', target: 1 } }]
      : []),
    { label: 'close it', operation: 'close_browser', fields: { sid } },
  ];
}

/** Shows a browser session, or a step in it. */
export const browserView: AnswerView<BrowserAnswer> = {
  agentText: browserText,
  cliSummary: browserSummary,
  nextCalls: nextCallsOf,
  machineFields: ['sid', 'ok', 'status', 'url', 'error', 'warnings', 'screenshot', 'files_count', 'receipt'],
  isOk: (value) => !('ok' in value) || value.ok,
  files(value) {
    const { screenshot, files = [] }: Partial<StepAnswer> = value;
    return { screenshot, downloads: files.map(({ file_id: id }) => id) };
  },
};

/** Shows browser sessions, one on each line, with the pages apart from it. */
export const browsersView: AnswerView<{ sessions: SessionDocument[] }> = {
  agentText: ({ sessions }) => ({
    essence: [countOf(sessions.length, 'session'), ...sessions.map(sessionText)].join('\n'),
    untrusted: null,
    body: sessions.map(({ sid, url, title }) => [sid, url, title].filter(Boolean).join(' ')),
  }),
};

import type { Violation } from './check-answer.ts';

const errorLevel = 50;

// biome-ignore lint/suspicious/noExplicitAny: a line of the log is whatever was logged
function parsed(line: string): any {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Returns the errors in a log, and the lines that are uncaught exceptions instead of log lines. */
export function loggedErrors(text: string): Array<[Violation, line: string]> {
  return text.split('\n').flatMap((line): Array<[Violation, string]> => {
    if (/^(\w*Error|Uncaught|node:internal)\b/.test(line))
      return [[{ rule: 'uncaught', detail: line.slice(0, 200) }, line]];
    const entry = line.startsWith('{') ? parsed(line) : null;
    if (entry === null || !(entry.level === 'error' || entry.level === 'fatal' || entry.level >= errorLevel))
      return [];
    const reason = String(entry.err?.message ?? '')
      .replaceAll(/\d+/g, 'N')
      .slice(0, 200);
    return [[{ rule: 'error logged', detail: `${entry.msg}: ${entry.err?.name ?? ''} ${reason}` }, line]];
  });
}

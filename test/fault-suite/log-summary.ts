/** Log levels that the summary includes. */
const levels = ['warn', 'error', 'fatal'];

interface LogLine {
  level?: unknown;
  msg?: unknown;
}

function parseLine(line: string): LogLine | null {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Counts the log lines of level `warn` and above by message, without numbers and ids. */
export function summarizeLog(output: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const text of output.split('\n')) {
    const line = parseLine(text);
    if (line === null || typeof line.msg !== 'string') continue;
    if (!levels.includes(String(line.level))) continue;
    const message = line.msg.replace(/\b[a-z]+_[0-9a-z]{20,}\b|\d+/g, '…');
    counts[message] = (counts[message] ?? 0) + 1;
  }
  return counts;
}

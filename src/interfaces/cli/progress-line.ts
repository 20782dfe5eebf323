import { withoutControls } from '../../operations/views/terminal-text.ts';

/** Progress of a command. */
export interface ProgressState {
  /** Finished units; null if they are unknown. */
  done: number | null;
  /** All units; null if they are unknown. */
  total: number | null;
  unit: 'pages' | 'bytes' | null;
  /** The current page, or what the command waits for. */
  detail: string;
}

/** One line of the terminal that shows the progress of a command. */
export interface ProgressLine {
  update(state: Partial<ProgressState>): void;
  /** Removes the line until it is drawn again, so that other output can be written. */
  hide(): void;
  /** Removes the line, before other output is written and at the end. */
  clear(): void;
}

/** Commands that end sooner show no progress. */
const delayMs = 1_000;
const redrawMs = 250;
const maxBarWidth = 24;
const defaultColumns = 80;

const units = ['B', 'kB', 'MB', 'GB', 'TB'];

function formatBytes(count: number): string {
  let value = count;
  let at = 0;
  for (; value >= 1_000 && at < units.length - 1; at += 1) value /= 1_000;
  return `${at === 0 ? value : value.toFixed(1)} ${units[at]}`;
}

function formatTime(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function formatCount({ done, total, unit }: ProgressState): string {
  if (done === null || unit === null) return '';
  const format = unit === 'bytes' ? formatBytes : String;
  const name = unit === 'bytes' ? '' : done === 1 && total === null ? ' page' : ' pages';
  return total === null ? `${format(done)}${name}` : `${format(done)} of ${format(total)}${name}`;
}

function bar({ done, total }: ProgressState, width: number): string {
  if (done === null || total === null || total === 0) return '';
  const full = Math.round(Math.min(1, done / total) * width);
  return `[${'#'.repeat(full)}${'.'.repeat(width - full)}]`;
}

/** Returns the text of a progress line of at most `columns` characters. */
export function formatProgress(state: ProgressState, elapsedMs: number, columns: number): string {
  const width = Math.min(maxBarWidth, Math.floor(columns / 4));
  const parts = [bar(state, width), formatCount(state), formatTime(elapsedMs), withoutControls(state.detail)];
  return parts
    .filter((part) => part !== '')
    .join('  ')
    .slice(0, columns);
}

/** Creates a progress line; it shows nothing if the stream is not a terminal. */
export function createProgressLine(stream: NodeJS.WriteStream): ProgressLine {
  if (!stream.isTTY) return { update() {}, hide() {}, clear() {} };
  const startedAt = performance.now();
  let state: ProgressState = { done: null, total: null, unit: null, detail: '' };
  let isShown = false;

  function draw(): void {
    const elapsedMs = performance.now() - startedAt;
    if (elapsedMs < delayMs) return;
    const columns = (stream.columns || defaultColumns) - 1;
    stream.write(`\r\u001b[2K${formatProgress(state, elapsedMs, columns)}`);
    isShown = true;
  }

  function hide(): void {
    if (isShown) stream.write('\r\u001b[2K');
    isShown = false;
  }

  const timer = setInterval(draw, redrawMs).unref();
  return {
    update(change) {
      state = { ...state, ...change };
    },
    hide,
    clear() {
      clearInterval(timer);
      hide();
    },
  };
}

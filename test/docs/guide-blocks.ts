/** A command block of a guide with the output that the guide shows. */
export interface GuideStep {
  /** Line of the opening fence, counted from 1. */
  line: number;
  /** Shell commands as written. */
  commands: string;
  /** Reason for which the tests cannot run the commands; null if they run them. */
  notRun: string | null;
  /** Exit status that the last command must have. */
  exitCode: number;
  /** Block with the output; null if the guide shows none. */
  output: OutputBlock | null;
}

/** An output block: its text, and the lines that hold it, for replacing it. */
export interface OutputBlock {
  text: string;
  /** Index of the first line after the opening fence. */
  start: number;
  /** Index of the closing fence. */
  end: number;
}

interface Fence {
  info: string;
  start: number;
  end: number;
  text: string;
}

/** Returns the fenced code blocks of a Markdown text. Throws for a fence without an end. */
function readFences(lines: readonly string[]): Fence[] {
  const fences: Fence[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (!line.startsWith('```')) continue;
    const start = at + 1;
    const end = lines.indexOf('```', start);
    if (end === -1) throw new Error(`line ${start}: the code block has no end`);
    fences.push({ info: line.slice(3).trim(), start, end, text: lines.slice(start, end).join('\n') });
    at = end;
  }
  return fences;
}

/** Prefix of the info string of a block that the tests cannot run; the reason follows. */
const notRunPrefix = 'not run: ';

function exitCodeOf(info: string): number {
  return Number(/\bexit=(\d+)/.exec(info)?.[1] ?? 0);
}

/**
 * Returns the command blocks of a guide. A block with the language `sh` holds commands. Options follow the language:
 * `sh exit=3`, or `sh not run: REASON`. A block whose info string ends with `output` shows what the commands before it
 * print.
 */
export function readGuideSteps(markdown: string): GuideStep[] {
  const steps: GuideStep[] = [];
  for (const { info, start, end, text } of readFences(markdown.split('\n'))) {
    const [language = '', ...words] = info.split(' ');
    const options = words.join(' ');
    if (language === 'sh') {
      const notRun = options.startsWith(notRunPrefix) ? options.slice(notRunPrefix.length) : null;
      steps.push({ line: start, commands: text, notRun, exitCode: exitCodeOf(options), output: null });
    } else if (words.includes('output')) {
      const step = steps.at(-1);
      if (step === undefined || step.output !== null || step.notRun !== null)
        throw new Error(`line ${start}: there is no command for this output`);
      step.output = { text, start, end };
    }
  }
  return steps;
}

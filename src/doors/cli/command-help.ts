import type { Command, Flag } from './flags.ts';

const width = 100;

function wrap(text: string, indent: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && indent + line.length + 1 + word.length > width) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((one) => ' '.repeat(indent) + one).join('\n');
}

function operand({ type, choices }: Flag): string {
  if (type === 'boolean') return '';
  if (choices.length > 0) return ` ${choices.join('|')}`;
  return { text: ' TEXT', number: ' NUMBER', json: ' JSON', pairs: ' NAME:VALUE' }[type];
}

function flagHelp(flag: Flag): string {
  const isOn = flag.type === 'boolean' && flag.fallback === true;
  const name = `--${isOn ? 'no-' : ''}${flag.names[0]}${operand(flag)}${flag.isList ? ' ...' : ''}`;
  const hasFallback = flag.fallback !== undefined && flag.fallback !== null && flag.type !== 'boolean';
  const isEmpty = Array.isArray(flag.fallback)
    ? flag.fallback.length === 0
    : JSON.stringify(flag.fallback) === '{}';
  const fallback = hasFallback && !isEmpty ? `(default ${[flag.fallback].flat().join(', ')})` : '';
  const meaning = isOn && flag.about !== '' ? `do not: ${flag.about}` : flag.about;
  const about = [meaning, fallback].filter(Boolean).join(' ');
  return about === '' ? `  ${name}` : `  ${name}\n${wrap(about, 6)}`;
}

/** How a command is called, from its declaration. */
export function commandHelp({ name, operation, positionals, flags }: Command, startsJob: boolean): string {
  const hasUrls = flags.some(({ field }) => field === 'urls') && positionals.includes('url');
  const words = positionals.map((field) => field.toUpperCase() + (hasUrls && field === 'url' ? '...' : ''));
  const named = flags.filter(({ field }) => !positionals.includes(field) && !(hasUrls && field === 'urls'));
  return [
    `webdata ${[name, ...words].join(' ')} [flags]`,
    '',
    wrap(operation.description, 0),
    '',
    `Price: ${operation.price}.`,
    ...(hasUrls ? ['', 'URL may be - to read addresses from standard input, one a line.'] : []),
    '',
    ...named.map(flagHelp),
    ...(startsJob
      ? ['  --no-wait', wrap('answer with the job at once instead of waiting for its end', 6)]
      : []),
    '  --json',
    wrap('print the answer as JSON', 6),
    '',
  ].join('\n');
}

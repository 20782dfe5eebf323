import type { CommanderError } from 'commander';

/** Error in the usage of the command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** Words of the command whose help explains it; null for the command that runs. */
  readonly helpWords: string | null;

  constructor(message: string, helpWords: string | null = null) {
    super(message);
    this.helpWords = helpWords;
  }
}

/** Returns the message of a usage error of commander as one line, in the words of the help. */
export function usageMessage({ message }: CommanderError): string {
  return message
    .replace(/^error: /, '')
    .replace(/^unknown option '([^']+)'/, 'there is no flag $1')
    .replace(/^unknown command '([^']*)'/, 'there is no command "$1"')
    .replace(/^option '([^'\s]+)(?:\s[^']*)?' argument missing$/, '$1 needs a value')
    .replace(/^command-argument value '(.*)' is invalid for argument '([^']+)'\./, '$2 cannot be "$1".')
    .replace(/\n\((Did you mean .*\?)\)$/, '. $1');
}

import type { CommanderError } from 'commander';

/** Error in the usage of the command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
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

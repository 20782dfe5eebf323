import { parseArgs } from 'node:util';
import { ScriptError } from './service.mjs';

/** Reads a positive integer of an option. Throws ScriptError. */
export function readInteger(name, text, { min = 1, max = 1_000_000 } = {}) {
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value >= min && value <= max) return value;
  throw new ScriptError(`--${name} must be an integer from ${min} to ${max}, not "${text}".`, 2);
}

/** Returns one of the allowed values of an option. Throws ScriptError. */
export function readChoice(name, text, choices) {
  if (choices.includes(text)) return text;
  throw new ScriptError(`--${name} must be one of ${choices.join(', ')}, not "${text}".`, 2);
}

/** Returns an http or https URL. Throws ScriptError. */
export function readUrl(text) {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new ScriptError(`"${text}" is not a URL. Write it with http:// or https://.`, 2);
}

function parseArguments(options) {
  try {
    return parseArgs({
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
  } catch (error) {
    // The rest of the message is about arguments that begin with a hyphen.
    throw new ScriptError(`${error.message.split('. ')[0].replace(/\.$/, '')}.`, 2);
  }
}

/**
 * Runs a script: `--help` prints `help`; otherwise `run` gets the one argument and the options and returns the exit code.
 * Errors end it with one line on standard error: 1 for a failed call, 2 for wrong arguments.
 */
export async function runScript({ help, options, run }) {
  process.stdout.on('error', ({ code }) => {
    // The reader of a pipe, such as head, has read enough.
    if (code !== 'EPIPE') throw new ScriptError(`Standard output cannot be written (${code}).`);
  });
  try {
    const { values, positionals } = parseArguments(options);
    if (values.help) {
      process.stdout.write(help);
      return;
    }
    const [argument, ...others] = positionals;
    if (argument === undefined || argument === '' || others.length > 0)
      throw new ScriptError(`One argument is needed, not ${positionals.length}.`, 2);
    process.exitCode = await run(argument, values);
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    const hint = error.exitCode === 2 ? ' See --help.' : '';
    process.stderr.write(`webdata: ${error.message}${hint}\n`);
    process.exitCode = error.exitCode;
  }
}

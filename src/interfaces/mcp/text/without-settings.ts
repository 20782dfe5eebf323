import { isObject } from '../../../domain/values/is-object.ts';
import type { AgentText } from '../../../operations/declaration/answer-view.ts';

/** A setting of the operator, such as `WEBDATA_SEARCH`. */
const setting = 'WEBDATA_';
const operatorsMatter = 'Only the operator of this instance can change that.';

/**
 * Returns a text of the service without the sentences and parentheses that name settings, which a model cannot set. The complete
 * text is in `_meta` of the result, and in the responses of the HTTP API and the command line.
 */
export function withoutSettings(text: string): string {
  if (!text.includes(setting)) return text;
  return text.split('\n').map(lineWithoutSettings).join('\n');
}

function lineWithoutSettings(line: string): string {
  if (!line.includes(setting)) return line;
  const bare = line.replace(/ ?\(([^()]{1,200})\)/g, (all, inner: string) =>
    inner.includes(setting) ? '' : all,
  );
  const sentences = bare.split(/(?<=[.!?;]) /);
  const kept = sentences.filter((sentence) => !sentence.includes(setting));
  return [...kept, operatorsMatter].join(' ');
}

function messageOf(value: unknown): string {
  const error = isObject(value) ? value.error : null;
  return isObject(error) && typeof error.message === 'string' ? error.message : '';
}

/**
 * Returns the text of an answer without the names of settings: in the words of the service, and in the messages of the errors of
 * `values`. Text of pages stays as it is.
 */
export function textWithoutSettings(text: AgentText, values: readonly unknown[]): AgentText {
  const messages = values.map(messageOf).filter((message) => message.includes(setting));
  const rewrite = (part: string) =>
    messages.reduce((result, message) => result.replaceAll(message, () => withoutSettings(message)), part);
  const { essence, untrusted, body } = text;
  const rewritten = typeof body === 'string' ? rewrite(body) : body?.map(rewrite);
  return {
    ...text,
    essence: withoutSettings(essence),
    untrusted: untrusted === null ? null : rewrite(untrusted),
    ...(rewritten !== undefined && { body: rewritten }),
  };
}

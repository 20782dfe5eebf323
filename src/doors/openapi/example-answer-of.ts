import type { Operation } from '../../operations/operation.ts';
import exampleAnswers from './example-answers.json' with { type: 'json' };

/** What the operation's example was answered with once, long lists and texts cut; of a stream, one event. Undefined for files. */
export function exampleAnswerOf({ name }: Operation): unknown {
  return (exampleAnswers as Readonly<Record<string, unknown>>)[name];
}

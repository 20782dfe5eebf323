import type { Operation } from '../../operations/declaration/operation.ts';
import exampleAnswers from './example-answers.json' with { type: 'json' };

/**
 * Returns the recorded response of an operation’s example, with long lists and texts cut; one event for streams,
 * undefined for files.
 */
export function findExampleResponse({ name }: Operation): unknown {
  return (exampleAnswers as Readonly<Record<string, unknown>>)[name];
}

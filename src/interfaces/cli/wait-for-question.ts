import { setTimeout as pause } from 'node:timers/promises';
import type { Registry } from '../../operations/declaration/registry.ts';
import type { JobResult, OpenQuestion } from '../../operations/declaration/started-job.ts';
import type { Caller } from '../caller.ts';
import { callByName, documentOf } from './follow-job.ts';

const pollIntervalMs = 2_000;

interface QuestionOptions {
  registry: Registry;
  caller: Caller;
  result: JobResult;
  findQuestion: NonNullable<JobResult['findQuestion']>;
  /** The response that named the job. */
  response: unknown;
  signal: AbortSignal;
}

/**
 * Resolves when the work of a job asks a question; rejects when `signal` is aborted. A question that was open at the start counts as
 * answered, because the response to an answer can still contain it.
 */
export async function waitForQuestion(options: QuestionOptions): Promise<OpenQuestion> {
  const { registry, caller, result, findQuestion, response, signal } = options;
  let known = JSON.stringify(findQuestion(response));
  for (;;) {
    await pause(pollIntervalMs, undefined, { signal });
    const answer = await callByName(registry, caller, result.operation, result.fields, signal);
    const question = findQuestion(documentOf(answer));
    const text = JSON.stringify(question);
    if (question !== null && text !== known) return question;
    known = text;
  }
}

import type { InputRequiredResult, PrimitiveSchemaDefinition } from '@modelcontextprotocol/server';
import { isObject } from '../../domain/values/is-object.ts';
import type { AnswerView, SuggestedCall } from '../../operations/declaration/answer-view.ts';
import type { Operation } from '../../operations/declaration/operation.ts';
import type { JsonObject } from '../../operations/json-schema.ts';
import type { UserForm, UserPrompt } from './user-input.ts';

/** The fields of a run of a workflow that waits for an answer. */
export interface WaitingRun {
  run_id: string;
  name: string;
  question: { kind: 'ask' | 'repeat'; step: string; question: string; schema: JsonObject | null };
}

/** The next step of a call about a waiting run. */
export type QuestionStep =
  /** Asks the user; the client repeats the call with the response. */
  | { kind: 'request'; request: InputRequiredResult }
  /** Sends the answer of the user to the run. */
  | { kind: 'answer'; answer: unknown }
  /** Returns the run, with a note for the model. */
  | { kind: 'return'; note: string };

/** Name of the only field of the form. */
const fieldName = 'answer';
const repeatAnswers = ['repeat', 'skip', 'stop'];

const notes = {
  unable:
    'The run waits for an answer to its question. Ask the user, then make the next call with the answer.',
  decline:
    'The user declined to answer. The run still waits: cancel it, or make the next call with an answer.',
  cancel: 'The user closed the question without an answer. The run still waits; get_run asks again.',
  changed:
    'The question has changed since the user was asked, so the answer was not used. get_run asks again.',
};

/** Returns the run of a response of `get_run` that waits for an answer, or null. */
export function findWaitingRun({ name }: Operation, value: unknown): WaitingRun | null {
  if (name !== 'get_run' || !isObject(value)) return null;
  return value.status === 'needs_input' && isObject(value.question) ? (value as unknown as WaitingRun) : null;
}

/** Returns the parts of a schema with these names that have a value. */
function pick(schema: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => (schema[name] === undefined ? [] : [[name, schema[name]]])),
  );
}

/** Returns the field of the form; a form has no objects and lists, so these are entered as JSON. */
function formField({ kind, schema }: WaitingRun['question']): PrimitiveSchemaDefinition {
  if (kind === 'repeat') return { type: 'string', title: 'Answer', enum: repeatAnswers };
  if (schema === null) return { type: 'string', title: 'Answer' };
  const field = { title: 'Answer', ...pick(schema, ['title', 'description']) };
  const { type, enum: choices } = schema;
  if (Array.isArray(choices) && choices.every((choice) => typeof choice === 'string'))
    return { type: 'string', ...field, enum: choices };
  if (type === 'number' || type === 'integer')
    return { type, ...field, ...pick(schema, ['minimum', 'maximum']) };
  if (type === 'boolean') return { type, ...field };
  if (type === 'string') return { type, ...field, ...pick(schema, ['minLength', 'maxLength']) };
  return { type: 'string', ...field, description: 'JSON' };
}

/** Returns the value of an answer that was entered as JSON, and any other answer as it is. */
function answerValue(answer: unknown, { kind, schema }: WaitingRun['question']): unknown {
  const isPrimitive =
    schema === null ||
    Array.isArray(schema.enum) ||
    ['string', 'number', 'integer', 'boolean'].includes(String(schema.type));
  if (kind === 'repeat' || isPrimitive || typeof answer !== 'string') return answer;
  try {
    return JSON.parse(answer);
  } catch {
    // The validation of the run names what is wrong with the text.
    return answer;
  }
}

/** Returns the text that identifies a question, so that an answer never goes to a later one. */
function questionState({ run_id: id, question: { step, question } }: WaitingRun): string {
  return JSON.stringify([id, step, question]);
}

/** Returns the form for the question of a run. */
function createForm(run: WaitingRun): UserForm {
  return {
    message: `The workflow "${run.name}" asks: ${run.question.question}`,
    schema: {
      type: 'object',
      properties: { [fieldName]: formField(run.question) },
      required: [fieldName],
    },
    state: questionState(run),
  };
}

/** Asks the user what a waiting run asks, and decides what the call does then; `readRun` returns the run as it is now. */
export async function nextQuestionStep(
  run: WaitingRun,
  user: UserPrompt,
  readRun: () => Promise<WaitingRun | null>,
): Promise<QuestionStep> {
  if (!user.canAsk) return { kind: 'return', note: notes.unable };
  const input = await user.ask(createForm(run));
  if (input.kind === 'request') return input;
  const { action, content } = input.result;
  if (action !== 'accept') return { kind: 'return', note: notes[action] };
  // The run may have gone on while the user was asked.
  const current = input.isCurrent ? await readRun() : null;
  if (current === null || questionState(current) !== questionState(run))
    return { kind: 'return', note: notes.changed };
  return { kind: 'answer', answer: answerValue(content?.[fieldName], run.question) };
}

/** Returns the call that answers the question of a run. */
export function answerCall({ run_id: id, question }: WaitingRun): SuggestedCall {
  const answer = question.kind === 'repeat' ? repeatAnswers.join(' | ') : 'ANSWER';
  return { tool: 'workflow', args: { action: 'answer', run_id: id, answer } };
}

/** Returns the call that reads the state of a run. */
export function getRunCall({ run_id: id }: WaitingRun): SuggestedCall {
  return { tool: 'workflow', args: { action: 'get_run', run_id: id } };
}

/** Adds a note and the next call to the view of a run. */
export function withNote(view: AnswerView<unknown>, note: string, next: SuggestedCall): AnswerView<unknown> {
  const { agentText } = view;
  if (agentText === undefined) return view;
  return {
    ...view,
    agentText(value) {
      const text = agentText(value);
      return { ...text, essence: `${text.essence}\n${note}`, continuation: () => next };
    },
  };
}

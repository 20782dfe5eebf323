import type { RunQuestion, WorkflowStep } from '../../../../domain/resources/workflow.ts';
import { maskAddress } from '../../../../domain/secrets/mask-address.ts';
import { itemAt, lastOf } from '../../../../domain/values/elements.ts';
import { isConditionMet } from '../../steps/conditions.ts';
import { describeStep, isRepeatable, mayChangeState, toBrowserAction } from '../../steps/step-action.ts';
import { hasOutsideEffect, limits } from '../../steps/step-types.ts';
import { fillText, TemplateError } from '../../steps/templates.ts';
import { addAnswer, addNamedSecrets, insertOneTimeCodes } from '../run-secrets.ts';
import type { LogEntry } from '../run-store.ts';
import type { InterpreterOptions, InterpreterResult } from './interpreter-options.ts';
import type { RunState, StepFrame } from './run-state.ts';
import { findItems, runStep, type StepOutput } from './run-step.ts';
import { StepError } from './step-error.ts';

const defaultAnswerSeconds = 300;
const maxPageActions = 60;
const maxVariableCharacters = 1_000_000;

/** Returns the list of steps at a JSON Pointer. */
export function findSteps(steps: readonly WorkflowStep[], pointer: string): readonly WorkflowStep[] {
  let at: unknown = { steps };
  for (const token of pointer.slice(1).split('/')) at = (at as Record<string, unknown>)[token];
  return at as readonly WorkflowStep[];
}

function toStepError(error: unknown): { code: string; message: string } | null {
  if (error instanceof StepError) return { code: error.code, message: error.message };
  return error instanceof TemplateError ? { code: 'step', message: error.message } : null;
}

/**
 * Runs the steps of a run from its current position, and commits each one. Rejects when the run cannot continue in this
 * process.
 */
export class StepInterpreter {
  readonly #options: InterpreterOptions;
  readonly #state: RunState;

  constructor(options: InterpreterOptions) {
    this.#options = options;
    this.#state = options.run.state;
  }

  async run(): Promise<InterpreterResult> {
    for (;;) {
      const frame = this.#state.frames.at(-1);
      if (frame === undefined) return { kind: 'completed' };
      const steps = findSteps(this.#options.run.plan.steps, frame.list);
      const step = steps[frame.index];
      if (step === undefined) {
        await this.#endList(frame);
        continue;
      }
      const end = await this.#runStep(step, `${frame.list}/${frame.index}`, frame);
      if (end !== null) return end;
    }
  }

  /** Ends a list: starts the loop's next turn, or continues after the step. */
  async #endList(frame: StepFrame): Promise<void> {
    const { loop } = frame;
    if (loop?.kind === 'for_each' && loop.turn + 1 < loop.items.length)
      return this.#startTurn(frame, loop.turn + 1);
    if (loop?.kind === 'repeat_until') {
      const { step, pointer } = this.#parentStep();
      const maxTurns = step.limit ?? limits.defaultTurns;
      const isDone = await isConditionMet(
        step.until as NonNullable<WorkflowStep['until']>,
        this.#state.variables,
        () => this.#options.browser(),
      );
      if (!isDone && loop.turn + 1 < maxTurns) {
        loop.turn += 1;
        frame.index = 0;
        return;
      }
      const detail = isDone
        ? `${loop.turn + 1} iterations`
        : `stopped after ${maxTurns} iterations: the condition \`until\` was never true`;
      this.#leaveList();
      await this.#commit(pointer, step, { status: 'ok', detail });
      return;
    }
    this.#leaveList();
  }

  #startTurn(frame: StepFrame, turn: number): void {
    const { loop } = frame;
    if (loop?.kind !== 'for_each') return;
    loop.turn = turn;
    frame.index = 0;
    this.#state.variables[loop.as] = loop.items[turn] ?? null;
    this.#state.variables.index = turn;
  }

  /** Returns the step that contains the innermost list. */
  #parentStep(): { step: WorkflowStep; pointer: string } {
    const outer = this.#state.frames.at(-2) as StepFrame;
    const pointer = `${outer.list}/${outer.index}`;
    return {
      step: itemAt(findSteps(this.#options.run.plan.steps, outer.list), outer.index),
      pointer,
    };
  }

  /** Continues after the step that contains the innermost list. */
  #leaveList(): void {
    this.#state.frames.pop();
    const outer = this.#state.frames.at(-1);
    if (outer !== undefined) outer.index += 1;
  }

  #enterList(list: string, loop: StepFrame['loop']): void {
    this.#state.frames.push({ list, index: 0, loop });
  }

  async #runStep(step: WorkflowStep, pointer: string, frame: StepFrame): Promise<InterpreterResult | null> {
    const startedAt = performance.now();
    try {
      await this.#options.checkpoint();
      this.#state.done += 1;
      if (this.#state.done > limits.maxStepsPerRun)
        throw new StepError('too_many_steps', `A run performs at most ${limits.maxStepsPerRun} steps.`);
      switch (step.type) {
        case 'for_each':
          await this.#forEach(step, pointer, frame);
          return null;
        case 'repeat_until':
          this.#enterList(`${pointer}/steps`, { kind: 'repeat_until', turn: 0 });
          return null;
        case 'if':
          await this.#branch(step, pointer, frame);
          return null;
        case 'ask':
          return await this.#ask(step, pointer, frame);
        default:
          await this.#runAction(step, pointer, frame, startedAt);
          return null;
      }
    } catch (error) {
      const stepError = toStepError(error);
      if (stepError === null) throw error;
      return this.#endFailed(step, pointer, frame, stepError, performance.now() - startedAt);
    }
  }

  async #forEach(step: WorkflowStep, pointer: string, frame: StepFrame): Promise<void> {
    const items = await findItems(step.items ?? [], step.limit, this.#state.variables, () =>
      this.#options.browser(),
    );
    if (items.length === 0) {
      frame.index += 1;
      return this.#commit(pointer, step, { status: 'ok', detail: 'no items' });
    }
    this.#enterList(`${pointer}/steps`, { kind: 'for_each', items, turn: 0, as: step.as ?? 'item' });
    this.#startTurn(lastOf(this.#state.frames), 0);
    await this.#commit(pointer, step, { status: 'ok', detail: `${items.length} iterations` });
  }

  async #branch(step: WorkflowStep, pointer: string, frame: StepFrame): Promise<void> {
    const isTrue = await isConditionMet(
      step.condition as NonNullable<WorkflowStep['condition']>,
      this.#state.variables,
      () => this.#options.browser(),
    );
    const branch = isTrue ? 'then' : 'else';
    if (step[branch] === undefined) frame.index += 1;
    else this.#enterList(`${pointer}/${branch}`, null);
    await this.#commit(pointer, step, { status: 'ok', detail: branch });
  }

  async #ask(step: WorkflowStep, pointer: string, frame: StepFrame): Promise<InterpreterResult | null> {
    const { run, store, awaitAnswer, now } = this.#options;
    const question: RunQuestion = {
      kind: 'ask',
      step: pointer,
      question: fillText(step.question ?? '', this.#state.variables),
      name: step.name ?? null,
      schema: step.schema ?? null,
    };
    let { answer } = run;
    if (answer === undefined) {
      await this.#commit(pointer, step, { status: 'asked', detail: question.question.slice(0, 500) });
      await store.writeQuestion(run, question, now());
      answer = await awaitAnswer(question, step.wait_seconds ?? defaultAnswerSeconds);
      if (answer === undefined) return { kind: 'unanswered', question };
    }
    run.answer = undefined;
    await store.resume(run);
    addAnswer(run.secrets, step, answer);
    this.#state.variables[step.name as string] = answer;
    frame.index += 1;
    await this.#commit(pointer, step, { status: 'answered', detail: null });
    return null;
  }

  async #runAction(step: WorkflowStep, pointer: string, frame: StepFrame, startedAt: number): Promise<void> {
    const { run, store, browser, findRecords, charge, now } = this.#options;
    if (hasOutsideEffect(step)) await store.startStep(run, pointer);
    const variables = insertOneTimeCodes(this.#state.variables, now(), run.secrets);
    const output = await runStep(step, variables, browser, findRecords);
    charge(output.charges);
    this.#setVariable(step, output);
    await this.#updatePage(step, output);
    frame.index += 1;
    const ms = Math.round(performance.now() - startedAt);
    await this.#commit(
      pointer,
      step,
      {
        status: 'ok',
        detail: output.detail,
        ms,
        url: output.url,
        screenshot: output.screenshot?.blobId ?? null,
      },
      output,
    );
  }

  #setVariable(step: WorkflowStep, { value }: StepOutput): void {
    const name = step.type === 'set' ? step.name : step.save_as;
    if (name === undefined) return;
    if (JSON.stringify(value).length > maxVariableCharacters)
      throw new StepError(
        'too_large',
        `The variable ${name} would exceed ${maxVariableCharacters} characters.`,
      );
    addNamedSecrets(this.#options.run.secrets, { [name]: value });
    this.#state.variables[name] = value;
  }

  /** Records the current page and the actions that would restore it in a new browser. */
  async #updatePage(step: WorkflowStep, { url }: StepOutput): Promise<void> {
    if (url === null || step.type === 'collect_rows') return;
    const withoutFragment = (address: string) => address.split('#')[0];
    const { page } = this.#state;
    const isNewPage =
      page === null ||
      withoutFragment(page.url) !== withoutFragment(url) ||
      ['goto', 'reload', 'back', 'forward'].includes(step.type);
    if (isNewPage) this.#state.page = { url, trail: [] };
    else if (isRepeatable(step))
      page.trail = [...page.trail, toBrowserAction(step, this.#state.variables)].slice(-maxPageActions);
    if (!mayChangeState(step)) return;
    const browser = await this.#options.browser();
    // The state of the site only helps to resume in another process; this run continues without it.
    this.#state.saved = await browser.state().catch(() => this.#state.saved);
  }

  async #endFailed(
    step: WorkflowStep,
    pointer: string,
    frame: StepFrame,
    stepError: { code: string; message: string },
    ms: number,
  ): Promise<InterpreterResult | null> {
    // Elements and records are missing behind a login form, so that the form is the reason.
    const expired = stepError.code === 'step' ? await this.#options.findExpiredLogin() : null;
    const error = expired ?? stepError;
    if (error.code === 'login_required' && (await this.#options.renewLogin())) return null;
    const screenshot = await this.#options.takeScreenshot();
    const entry = { ms: Math.round(ms), error, screenshot, detail: describeStep(step) };
    if (step.optional === true) {
      frame.index += 1;
      await this.#commit(pointer, step, { ...entry, status: 'skipped' });
      return null;
    }
    const message = `${pointer}: ${error.message}`;
    await this.#commit(pointer, step, { ...entry, status: 'failed' });
    return { kind: 'failed', step: pointer, error: { code: error.code, message } };
  }

  async #commit(
    pointer: string,
    step: WorkflowStep,
    entry: Partial<LogEntry> & Pick<LogEntry, 'status'>,
    { records, files }: Pick<StepOutput, 'records' | 'files'> = { records: [], files: [] },
  ): Promise<void> {
    const { run, store, usedMs, now } = this.#options;
    const detail = [describeStep(step), entry.detail]
      .filter((part) => part != null && part !== '')
      .join(': ');
    const log: LogEntry = {
      step: pointer,
      type: step.type,
      ms: 0,
      screenshot: null,
      error: null,
      ...entry,
      url: entry.url == null ? null : maskAddress(entry.url),
      detail: entry.detail === describeStep(step) ? entry.detail : detail,
    };
    await store.commit(run, {
      state: this.#state,
      step: pointer,
      log: [log],
      records,
      files,
      usedMs: usedMs(),
      at: now(),
    });
  }
}

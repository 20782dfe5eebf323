import { maskText } from '../../account/mask-params.ts';
import type { Json } from '../../domain/extraction.ts';
import type { Charge } from '../../domain/rate-card.ts';
import type { RunQuestion, WorkflowStep } from '../../domain/workflow.ts';
import { holds } from './conditions.ts';
import { doStep, type FindRecords, itemsOf, type StepGift } from './do-step.ts';
import type { RunBrowser } from './run-browser.ts';
import type { Frame, RunState } from './run-state.ts';
import type { LogEntry, RunStore, TakenRun } from './run-store.ts';
import { actionOf, describeStep, isRepeatable, mayChangeState } from './step-action.ts';
import { StepError } from './step-error.ts';
import { bounds, hasOutsideEffect } from './step-types.ts';
import { filledText, TemplateError } from './templates.ts';

/** How the steps of a run came to their end, or to a question that nobody has answered yet. */
export type ProgramEnd =
  | { kind: 'completed' }
  | { kind: 'failed'; step: string; error: { code: string; message: string } }
  | { kind: 'unanswered'; question: RunQuestion };

/** What doing the steps of a run takes. */
export interface ProgramParts {
  run: TakenRun;
  store: RunStore;
  /** The browser, opened when it is first wanted. */
  browser(): Promise<RunBrowser>;
  findRecords: FindRecords;
  /** Waits for the answer to a question while the browser stays open; undefined when the time is up. */
  awaitAnswer(question: RunQuestion, waitSeconds: number): Promise<Json | undefined>;
  /** Called before every step: throws StepError when the run may not go on. */
  checkpoint(): Promise<void>;
  /** Keeps a picture of the page where a step failed; null when there is none to be had. */
  picture(): Promise<string | null>;
  usedMs(): number;
  charge(charges: readonly Charge[]): void;
  now(): Date;
}

const usualAnswerSeconds = 300;
const mostTrail = 60;
const mostVariableCharacters = 1_000_000;

/** The list of steps at a JSON pointer. */
export function listAt(steps: readonly WorkflowStep[], pointer: string): readonly WorkflowStep[] {
  let at: unknown = { steps };
  for (const token of pointer.slice(1).split('/')) at = (at as Record<string, unknown>)[token];
  return at as readonly WorkflowStep[];
}

function codeOf(error: unknown): { code: string; message: string } | null {
  if (error instanceof StepError) return { code: error.code, message: error.message };
  return error instanceof TemplateError ? { code: 'step', message: error.message } : null;
}

/** Does the steps of a run from where it stands, and writes each that is done. Rejects when the run cannot go on here. */
export class ProgramRun {
  readonly #parts: ProgramParts;
  readonly #state: RunState;

  constructor(parts: ProgramParts) {
    this.#parts = parts;
    this.#state = parts.run.state;
  }

  async toEnd(): Promise<ProgramEnd> {
    for (;;) {
      const frame = this.#state.frames.at(-1);
      if (frame === undefined) return { kind: 'completed' };
      const steps = listAt(this.#parts.run.plan.steps, frame.list);
      const step = steps[frame.index];
      if (step === undefined) {
        await this.#endOfList(frame);
        continue;
      }
      const end = await this.#step(step, `${frame.list}/${frame.index}`, frame);
      if (end !== null) return end;
    }
  }

  /** A list is over: the loop's next turn, or the step behind it. */
  async #endOfList(frame: Frame): Promise<void> {
    const { loop } = frame;
    if (loop?.kind === 'for_each' && loop.turn + 1 < loop.items.length)
      return this.#beginTurn(frame, loop.turn + 1);
    if (loop?.kind === 'repeat_until') {
      const { step, pointer } = this.#owner();
      const most = step.limit ?? bounds.usualTurns;
      const isDone = await holds(
        step.until as NonNullable<WorkflowStep['until']>,
        this.#state.variables,
        () => this.#parts.browser(),
      );
      if (!isDone && loop.turn + 1 < most) {
        loop.turn += 1;
        frame.index = 0;
        return;
      }
      const detail = isDone
        ? `${loop.turn + 1} turns`
        : `stopped after ${most} turns: what was waited for did not come`;
      this.#leave();
      await this.#write(pointer, step, { status: 'ok', detail });
      return;
    }
    this.#leave();
  }

  #beginTurn(frame: Frame, turn: number): void {
    const { loop } = frame;
    if (loop?.kind !== 'for_each') return;
    loop.turn = turn;
    frame.index = 0;
    this.#state.variables[loop.as] = loop.items[turn] ?? null;
    this.#state.variables.index = turn;
  }

  /** The step that holds the innermost list. */
  #owner(): { step: WorkflowStep; pointer: string } {
    const outer = this.#state.frames.at(-2) as Frame;
    const pointer = `${outer.list}/${outer.index}`;
    return { step: listAt(this.#parts.run.plan.steps, outer.list)[outer.index] as WorkflowStep, pointer };
  }

  /** Goes on behind the step that holds the innermost list. */
  #leave(): void {
    this.#state.frames.pop();
    const outer = this.#state.frames.at(-1);
    if (outer !== undefined) outer.index += 1;
  }

  #enter(list: string, loop: Frame['loop']): void {
    this.#state.frames.push({ list, index: 0, loop });
  }

  async #step(step: WorkflowStep, pointer: string, frame: Frame): Promise<ProgramEnd | null> {
    const startedAt = performance.now();
    try {
      await this.#parts.checkpoint();
      this.#state.done += 1;
      if (this.#state.done > bounds.done)
        throw new StepError('too_many_steps', `a run does ${bounds.done} steps at most`);
      switch (step.type) {
        case 'for_each':
          await this.#forEach(step, pointer, frame);
          return null;
        case 'repeat_until':
          this.#enter(`${pointer}/steps`, { kind: 'repeat_until', turn: 0 });
          return null;
        case 'if':
          await this.#branch(step, pointer, frame);
          return null;
        case 'ask':
          return await this.#ask(step, pointer, frame);
        default:
          await this.#do(step, pointer, frame, startedAt);
          return null;
      }
    } catch (error) {
      const told = codeOf(error);
      if (told === null) throw error;
      return this.#failed(step, pointer, frame, told, performance.now() - startedAt);
    }
  }

  async #forEach(step: WorkflowStep, pointer: string, frame: Frame): Promise<void> {
    const items = await itemsOf(step.items ?? [], step.limit, this.#state.variables, () =>
      this.#parts.browser(),
    );
    if (items.length === 0) {
      frame.index += 1;
      return this.#write(pointer, step, { status: 'ok', detail: 'nothing to go over' });
    }
    this.#enter(`${pointer}/steps`, { kind: 'for_each', items, turn: 0, as: step.as ?? 'item' });
    this.#beginTurn(this.#state.frames.at(-1) as Frame, 0);
    await this.#write(pointer, step, { status: 'ok', detail: `${items.length} turns` });
  }

  async #branch(step: WorkflowStep, pointer: string, frame: Frame): Promise<void> {
    const isSo = await holds(
      step.condition as NonNullable<WorkflowStep['condition']>,
      this.#state.variables,
      () => this.#parts.browser(),
    );
    const branch = isSo ? 'then' : 'else';
    if (step[branch] === undefined) frame.index += 1;
    else this.#enter(`${pointer}/${branch}`, null);
    await this.#write(pointer, step, { status: 'ok', detail: branch });
  }

  async #ask(step: WorkflowStep, pointer: string, frame: Frame): Promise<ProgramEnd | null> {
    const { run, store, awaitAnswer } = this.#parts;
    const question: RunQuestion = {
      kind: 'ask',
      step: pointer,
      question: filledText(step.question ?? '', this.#state.variables),
      name: step.name ?? null,
      schema: step.schema ?? null,
    };
    let { answer } = run;
    if (answer === undefined) {
      await this.#write(pointer, step, { status: 'asked', detail: question.question.slice(0, 500) });
      await store.ask(run, question);
      answer = await awaitAnswer(question, step.wait_seconds ?? usualAnswerSeconds);
      if (answer === undefined) return { kind: 'unanswered', question };
    }
    run.answer = undefined;
    await store.goOn(run);
    this.#state.variables[step.name as string] = answer;
    frame.index += 1;
    await this.#write(pointer, step, { status: 'answered', detail: null });
    return null;
  }

  async #do(step: WorkflowStep, pointer: string, frame: Frame, startedAt: number): Promise<void> {
    const { run, store, browser, findRecords, charge } = this.#parts;
    if (hasOutsideEffect(step)) await store.begin(run, pointer);
    const gift = await doStep(step, this.#state.variables, browser, findRecords);
    charge(gift.charges);
    this.#keep(step, gift);
    await this.#follow(step, gift);
    frame.index += 1;
    const ms = Math.round(performance.now() - startedAt);
    await this.#write(
      pointer,
      step,
      { status: 'ok', detail: gift.detail, ms, url: gift.url, screenshot: gift.screenshot?.blobId ?? null },
      gift,
    );
  }

  #keep(step: WorkflowStep, { value }: StepGift): void {
    const name = step.type === 'set' ? step.name : step.save_as;
    if (name === undefined) return;
    if (JSON.stringify(value).length > mostVariableCharacters)
      throw new StepError('too_large', `${name} would hold more than ${mostVariableCharacters} characters`);
    this.#state.variables[name] = value;
  }

  /** Notes where the browser is now, and what would bring a new one there. */
  async #follow(step: WorkflowStep, { url }: StepGift): Promise<void> {
    if (url === null || step.type === 'collect_rows') return;
    const bare = (address: string) => address.split('#')[0];
    const { page } = this.#state;
    const isNew =
      page === null ||
      bare(page.url) !== bare(url) ||
      ['goto', 'reload', 'back', 'forward'].includes(step.type);
    if (isNew) this.#state.page = { url, trail: [] };
    else if (isRepeatable(step))
      page.trail = [...page.trail, actionOf(step, this.#state.variables)].slice(-mostTrail);
    if (!mayChangeState(step)) return;
    const browser = await this.#parts.browser();
    // What the site keeps is a help to go on elsewhere; a run that stays here does without.
    this.#state.saved = await browser.state().catch(() => this.#state.saved);
  }

  async #failed(
    step: WorkflowStep,
    pointer: string,
    frame: Frame,
    error: { code: string; message: string },
    ms: number,
  ): Promise<ProgramEnd | null> {
    const screenshot = await this.#parts.picture();
    const entry = { ms: Math.round(ms), error, screenshot, detail: describeStep(step) };
    if (step.optional === true) {
      frame.index += 1;
      await this.#write(pointer, step, { ...entry, status: 'skipped' });
      return null;
    }
    const message = `${pointer}: ${error.message}`;
    await this.#write(pointer, step, { ...entry, status: 'failed' });
    return { kind: 'failed', step: pointer, error: { code: error.code, message } };
  }

  async #write(
    pointer: string,
    step: WorkflowStep,
    entry: Partial<LogEntry> & Pick<LogEntry, 'status'>,
    { records, files }: Pick<StepGift, 'records' | 'files'> = { records: [], files: [] },
  ): Promise<void> {
    const { run, store, usedMs, now } = this.#parts;
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
      url: entry.url == null ? null : maskText(entry.url),
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

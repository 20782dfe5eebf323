import { setTimeout as pause } from 'node:timers/promises';
import type { Reservations } from '../../account/reservations.ts';
import { browserAction } from '../../domain/browser-action.ts';
import type { Clock } from '../../domain/clock.ts';
import type { Json } from '../../domain/extraction.ts';
import { Failure } from '../../domain/failure.ts';
import type { RunQuestion } from '../../domain/workflow.ts';
import type { Signer } from '../../fetching/receipts.ts';
import type { TaskContext, TaskEnd, TaskWork } from '../../jobs/task-work.ts';
import type { FindRecords } from './do-step.ts';
import { endRun, failRun, type RunEnd } from './end-run.ts';
import type { OpenRunBrowser, RunBrowser } from './run-browser.ts';
import { openMinutes, type RunMinutes } from './run-minutes.ts';
import { listAt, type ProgramEnd, ProgramRun } from './run-program.ts';
import type { RunStore, TakenRun } from './run-store.ts';
import { describeStep } from './step-action.ts';
import { StepError } from './step-error.ts';

/** What runs need of the other rooms. */
export interface RunPorts {
  store: RunStore;
  openBrowser: OpenRunBrowser;
  /** Finds the records of a document. */
  findRecords(job: Parameters<FindRecords>[0], signal: AbortSignal): ReturnType<FindRecords>;
  reservations: Reservations;
  signer: Signer;
  clock: Clock;
  /** Milliseconds that an ended run is kept. */
  keepMs: number;
}

/** What a run is done from; kept with its job. */
export interface RunCommand {
  runId: string;
}

/** Time for the steps of one run, in one go; a task has an hour. */
const longestMs = 55 * 60_000;
const placeWithinMs = 5 * 60_000;
const lookEveryMs = 400;

/** A run that a process works on. */
class WorkflowRun {
  readonly #ports: RunPorts;
  readonly #run: TakenRun;
  readonly #context: TaskContext;
  readonly #minutes: RunMinutes;
  readonly #until: number;
  #browser: Promise<RunBrowser> | null = null;

  constructor(ports: RunPorts, run: TakenRun, context: TaskContext, minutes: RunMinutes) {
    this.#ports = ports;
    this.#run = run;
    this.#context = context;
    this.#minutes = minutes;
    this.#until = performance.now() + longestMs;
    // A step that waits would hold its browser for a minute that nobody wants any more.
    context.signal.addEventListener('abort', () => void this.close().catch(() => {}), { once: true });
  }

  /** The browser that the run has opened, if any. */
  async browser(): Promise<RunBrowser | null> {
    return (await this.#browser?.catch(() => null)) ?? null;
  }

  async close(): Promise<void> {
    await (await this.browser())?.close();
  }

  async work(): Promise<ProgramEnd> {
    const { store, clock } = this.#ports;
    const cutOff = await this.#settleCutOff();
    if (cutOff !== null) return cutOff;
    const { signal } = this.#context;
    const program = new ProgramRun({
      run: this.#run,
      store,
      browser: () => this.#open(),
      findRecords: (job) => this.#ports.findRecords(job, signal),
      awaitAnswer: (question, seconds) => this.#awaitAnswer(question, seconds),
      checkpoint: () => this.#checkpoint(),
      picture: () => this.#picture(),
      usedMs: () => this.#minutes.usedMs(),
      charge: (charges) => this.#minutes.add(charges),
      now: () => clock.now(),
    });
    return program.toEnd();
  }

  async #checkpoint(): Promise<void> {
    this.#context.signal.throwIfAborted();
    if (performance.now() > this.#until) throw new StepError('timeout', 'a run may take 55 minutes at most');
    await this.#minutes.cover();
  }

  /**
   * A step with an effect outside that had begun when the run was cut off is not done again unless somebody says so. Null
   * when the run may go on.
   */
  async #settleCutOff(): Promise<ProgramEnd | null> {
    const { pending, plan, question, state } = this.#run;
    const frame = state.frames.at(-1);
    if (pending === null || frame === undefined) return null;
    const step = listAt(plan.steps, frame.list)[frame.index];
    if (step === undefined) return null;
    if (question?.kind !== 'repeat' || this.#run.answer === undefined) {
      const words = `${describeStep(step)} was under way when the run was cut off, and may have been done. Answer "repeat" to do it again, "skip" to go on behind it, or "stop".`;
      return {
        kind: 'unanswered',
        question: { kind: 'repeat', step: pending, question: words, name: null, schema: null },
      };
    }
    const { answer } = this.#run;
    this.#run.answer = undefined;
    if (answer === 'stop') {
      return {
        kind: 'failed',
        step: pending,
        error: {
          code: 'stopped',
          message: `${pending}: stopped, since it was not known whether it had been done`,
        },
      };
    }
    await this.#ports.store.goOn(this.#run);
    if (answer === 'skip') frame.index += 1;
    await this.#log(
      pending,
      step.type,
      answer === 'skip' ? 'skipped' : 'answered',
      `${describeStep(step)}: ${answer}`,
    );
    return null;
  }

  async #log(
    step: string,
    type: string,
    status: 'skipped' | 'answered' | 'resumed',
    detail: string,
  ): Promise<void> {
    const entry = { step, type, status, ms: 0, detail, url: null, screenshot: null, error: null };
    const done = {
      state: this.#run.state,
      step,
      log: [entry],
      records: [],
      files: [],
      usedMs: this.#minutes.usedMs(),
      at: this.#ports.clock.now(),
    };
    await this.#ports.store.commit(this.#run, done);
  }

  #open(): Promise<RunBrowser> {
    this.#browser ??= this.#openOnce();
    return this.#browser;
  }

  async #openOnce(): Promise<RunBrowser> {
    const { plan, state, accountId, runId } = this.#run;
    const late = AbortSignal.timeout(placeWithinMs);
    const order = {
      accountId,
      runId,
      country: plan.country,
      strictCountry: plan.strictCountry,
      network: plan.network,
      login: plan.login,
      url: null,
      state: state.saved,
      budget: this.#minutes.budget,
    };
    let browser: RunBrowser;
    try {
      browser = await this.#ports.openBrowser(order, AbortSignal.any([this.#context.signal, late]));
    } catch (error) {
      this.#context.signal.throwIfAborted();
      if (late.aborted) throw new StepError('unavailable', 'no place for a browser became free in time');
      if (error instanceof Failure && (error.kind === 'unavailable' || error.kind === 'invalid'))
        throw new StepError(error.kind, error.message);
      throw error;
    }
    await this.#return(browser);
    return guarded(browser, this.#context.signal);
  }

  /** Brings a new browser where the old one was. Throws StepError when that cannot be done. */
  async #return(browser: RunBrowser): Promise<void> {
    const { page, frames } = this.#run.state;
    if (page === null || !/^https?:/.test(page.url)) return;
    const at = frames.at(-1);
    const place = at === undefined ? '/steps' : `${at.list}/${at.index}`;
    for (const action of [browserAction({ type: 'goto', url: page.url, snapshot: false }), ...page.trail]) {
      const acted = await browser.act(action);
      if (acted.error === null) continue;
      throw new StepError(
        'cannot_resume',
        `the run cannot go on where it was cut off: the page of its last step could not be brought back (${action.type}: ${acted.error.message})`,
      );
    }
    await this.#log(
      place,
      'resume',
      'resumed',
      `went back to the page of the last step${page.trail.length === 0 ? '' : `, ${page.trail.length} steps on it done again`}`,
    );
  }

  async #awaitAnswer(_question: RunQuestion, seconds: number): Promise<Json | undefined> {
    const { store } = this.#ports;
    const end = performance.now() + seconds * 1_000;
    for (;;) {
      const answer = await store.answerOf(this.#run);
      if (answer !== undefined || performance.now() >= end) return answer;
      await this.#minutes.cover();
      await pause(lookEveryMs, undefined, { signal: this.#context.signal });
    }
  }

  async #picture(): Promise<string | null> {
    const browser = await this.browser();
    if (browser === null) return null;
    const acted = await browser.act(browserAction({ type: 'screenshot', snapshot: false })).catch(() => null);
    return acted?.screenshot?.blobId ?? null;
  }
}

/** A browser that is gone ends the step, not the run's record of it; what comes of a step after the signal is not told. */
function guarded(browser: RunBrowser, signal: AbortSignal): RunBrowser {
  const timely = <Result>(result: Result): Result => {
    signal.throwIfAborted();
    return result;
  };
  const told = (error: unknown): never => {
    signal.throwIfAborted();
    if (
      error instanceof Failure &&
      (error.kind === 'unavailable' || error.kind === 'invalid' || error.kind === 'too_large')
    ) {
      throw new StepError(error.kind, error.message);
    }
    throw error;
  };
  return {
    exit: browser.exit,
    warnings: browser.warnings,
    bytes: () => browser.bytes(),
    act: (action) => browser.act(action).then(timely, told),
    html: () => browser.html().then(timely, told),
    state: () => browser.state(),
    close: () => browser.close(),
  };
}

function endOf(end: ProgramEnd): RunEnd {
  if (end.kind === 'completed') return { status: 'completed', question: null, error: null };
  if (end.kind === 'failed') return { status: 'failed', question: null, error: end.error };
  return { status: 'needs_input', question: end.question, error: null };
}

/** Covers a minute that began during the last step; an account without the credit for it has it for nothing. */
async function coverLast(minutes: RunMinutes): Promise<void> {
  await minutes.cover().catch((error: unknown) => {
    if (!(error instanceof StepError)) throw error;
  });
}

/** The browser of a run that was cut off has had its minutes, which are due if that was because it was cancelled. */
const cancelled: RunEnd = {
  status: 'cancelled',
  question: null,
  error: { code: 'cancelled', message: 'the run was cancelled' },
};

/** Doing the runs of workflows as the work of jobs. */
export function createRunWork(ports: RunPorts): TaskWork {
  const { store, clock, reservations } = ports;

  async function run(command: unknown, context: TaskContext): Promise<TaskEnd> {
    const { runId } = command as RunCommand;
    const taken = await store.takeUp(runId, context.jobId, clock.now());
    if (taken === null) throw new Failure('conflict', 'the run has ended');
    if (taken.status === 'needs_input') {
      // The browser that waited for the answer is gone with its process.
      return endRun(
        ports,
        taken,
        context,
        { status: 'needs_input', question: taken.question, error: null },
        null,
        null,
      );
    }
    let minutes: RunMinutes;
    try {
      minutes = await openMinutes({
        reservations,
        clock,
        accountId: taken.accountId,
        requestId: context.requestId,
        usedMs: taken.usedMs,
      });
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      return endRun(
        ports,
        taken,
        context,
        { status: 'failed', question: null, error: { code: error.code, message: error.message } },
        null,
        null,
      );
    }
    const work = new WorkflowRun(ports, taken, context, minutes);
    try {
      const end = await work.work();
      context.signal.throwIfAborted();
      await coverLast(minutes);
      return endRun(ports, taken, context, endOf(end), await work.browser(), minutes);
    } catch (error) {
      const browser = context.signal.aborted ? await work.browser() : null;
      if (browser !== null) return endRun(ports, taken, context, cancelled, browser, minutes);
      await reservations.release(minutes.reservationId);
      throw error;
    } finally {
      await work.close().catch(() => {});
    }
  }

  return {
    kind: 'task',
    run,
    failed: (transaction, { job, order, failure, now }) =>
      failRun(
        transaction,
        (order.command as RunCommand).runId,
        job.jobId,
        { code: failure.kind, message: failure.message },
        { now, keepMs: ports.keepMs },
      ),
  };
}

import { setTimeout as pause } from 'node:timers/promises';
import { browserAction } from '../../../domain/pages/browser-action.ts';
import type { Json } from '../../../domain/pages/extraction.ts';
import type { RunQuestion } from '../../../domain/resources/workflow.ts';
import { Failure, type FailureKind } from '../../../domain/system/failure.ts';
import type { ChargePorts } from '../../../fetching/charged-work.ts';
import type { TaskContext } from '../../../jobs/tasks/task-work.ts';
import { isTransient } from '../../../store/database-failure.ts';
import type { CaptureLogin } from '../renewal/capture-login.ts';
import { describeStep } from '../steps/step-action.ts';
import type { ClaimedRun } from './claimed-run.ts';
import { createRetryingRunStore } from './retrying-run-store.ts';
import type { OpenRunBrowser, RunBrowser } from './run-browser.ts';
import type { RunMinutes } from './run-minutes.ts';
import type { RunStore } from './run-store.ts';
import type { InterpreterResult } from './steps/interpreter-options.ts';
import type { FindRecords } from './steps/run-step.ts';
import { StepError } from './steps/step-error.ts';
import { findSteps, StepInterpreter } from './steps/step-interpreter.ts';

/** Dependencies of runs. */
export interface RunPorts extends ChargePorts {
  store: RunStore;
  openBrowser: OpenRunBrowser;
  captureLogin: CaptureLogin;
  /** Finds the records of a document, as the type says. */
  findRecords(job: Parameters<FindRecords>[0], signal: AbortSignal): ReturnType<FindRecords>;
  /** Time in ms until an ended run is deleted. */
  keepMs: number;
}

/** Command of a run's job. */
export interface RunCommand {
  runId: string;
}

/** Maximum duration of one run without interruption, in ms; below the hour that a task may take. */
const maxRunMs = 55 * 60_000;
/** Failures to open a browser that fail the step, and not the service. */
const openingFailures: ReadonlySet<FailureKind> = new Set(['unavailable', 'not_configured', 'invalid']);
const browserTimeoutMs = 5 * 60_000;
/** Maximum time for which a run waits for the renewal of its login, in ms. */
const maxRenewalWaitMs = 10 * 60_000;
const pollIntervalMs = 400;

/** A run in progress in this process. */
export class WorkflowRun {
  readonly #ports: RunPorts;
  readonly #run: ClaimedRun;
  readonly #context: TaskContext;
  readonly #minutes: RunMinutes;
  readonly #deadline: number;
  #browser: Promise<RunBrowser> | null = null;
  #hasRenewed = false;

  constructor(ports: RunPorts, run: ClaimedRun, context: TaskContext, minutes: RunMinutes) {
    this.#ports = { ...ports, store: createRetryingRunStore(ports.store, context.signal) };
    this.#run = run;
    this.#context = context;
    this.#minutes = minutes;
    this.#deadline = performance.now() + maxRunMs;
    // A waiting step would otherwise keep its browser open and cost another minute.
    context.signal.addEventListener('abort', () => void this.close().catch(() => {}), { once: true });
  }

  /** Returns the browser of the run, if it is open. */
  async browser(): Promise<RunBrowser | null> {
    // The caller that opened the browser reports the error of a failed opening.
    return (await this.#browser?.catch(() => null)) ?? null;
  }

  async close(): Promise<void> {
    await (await this.browser())?.close();
  }

  async work(): Promise<InterpreterResult> {
    const { store, clock } = this.#ports;
    const interruption = await this.#settleInterruptedStep();
    if (interruption !== null) return interruption;
    const { signal } = this.#context;
    const program = new StepInterpreter({
      run: this.#run,
      store,
      browser: () => this.#getBrowser(),
      findRecords: (job) => this.#ports.findRecords(job, signal),
      awaitAnswer: (question, seconds) => this.#awaitAnswer(question, seconds),
      checkpoint: () => this.#checkpoint(),
      takeScreenshot: () => this.#takeScreenshot(),
      findExpiredLogin: () => this.#findExpiredLogin(),
      renewLogin: () => this.#renewLogin(),
      usedMs: () => this.#minutes.usedMs(),
      charge: (charges) => this.#minutes.add(charges),
      now: () => clock.now(),
    });
    return program.run();
  }

  async #checkpoint(): Promise<void> {
    this.#context.signal.throwIfAborted();
    if (performance.now() > this.#deadline)
      throw new StepError('timeout', 'A run may take at most 55 minutes.');
    await this.#minutes.reserveStarted();
  }

  /**
   * Settles a step with an outside effect that an interruption cut off: it is repeated only after an answer says so.
   * Returns null when the run may continue.
   */
  async #settleInterruptedStep(): Promise<InterpreterResult | null> {
    const { pending, plan, question, state } = this.#run;
    const frame = state.frames.at(-1);
    if (pending === null || frame === undefined) return null;
    const step = findSteps(plan.steps, frame.list)[frame.index];
    if (step === undefined) return null;
    if (question?.kind !== 'repeat' || this.#run.answer === undefined) {
      const questionText = `${describeStep(step)} was running when the run was interrupted, and may have completed. Answer "repeat" to run it again, "skip" to continue after it, or "stop".`;
      return {
        kind: 'unanswered',
        question: { kind: 'repeat', step: pending, question: questionText, name: null, schema: null },
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
          message: `${pending}: stopped, because it is unknown if the step completed`,
        },
      };
    }
    await this.#ports.store.resume(this.#run);
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

  #getBrowser(): Promise<RunBrowser> {
    this.#browser ??= this.#openBrowser();
    return this.#browser;
  }

  async #openBrowser(): Promise<RunBrowser> {
    const { plan, state, accountId, runId } = this.#run;
    const timeout = AbortSignal.timeout(browserTimeoutMs);
    const options = {
      accountId,
      runId,
      country: plan.country,
      strictCountry: plan.strictCountry,
      network: plan.network,
      login: plan.login,
      url: null,
      state: state.saved,
      budget: this.#minutes.budget,
      secrets: this.#run.secrets,
    };
    let browser: RunBrowser;
    try {
      browser = await this.#ports.openBrowser(options, AbortSignal.any([this.#context.signal, timeout]));
    } catch (error) {
      this.#context.signal.throwIfAborted();
      if (timeout.aborted) throw new StepError('unavailable', 'No browser became free within 5 minutes.');
      if (error instanceof Failure && openingFailures.has(error.kind)) {
        if (!isTransient(error)) throw new StepError(error.kind, error.message);
      }
      throw error;
    }
    try {
      await this.#restorePage(browser);
    } catch (error) {
      // No other code has a reference to this browser yet.
      await browser.close();
      throw error;
    }
    return guardBrowser(browser, this.#context.signal);
  }

  /** Restores the page of the old browser in a new one. Rejects with StepError when that fails. */
  async #restorePage(browser: RunBrowser): Promise<void> {
    const { page, frames } = this.#run.state;
    if (page === null || !/^https?:/.test(page.url)) return;
    const at = frames.at(-1);
    const pointer = at === undefined ? '/steps' : `${at.list}/${at.index}`;
    for (const action of [browserAction({ type: 'goto', url: page.url, snapshot: false }), ...page.trail]) {
      const outcome = await browser.runAction(action);
      if (outcome.error === null) continue;
      throw new StepError(
        'cannot_resume',
        `The run cannot resume: the page of its last step could not be restored (${action.type}: ${outcome.error.message})`,
      );
    }
    await this.#log(
      pointer,
      'resume',
      'resumed',
      `returned to the page of the last step${page.trail.length === 0 ? '' : ` and repeated ${page.trail.length} steps on it`}`,
    );
  }

  async #awaitAnswer(_question: RunQuestion, seconds: number): Promise<Json | undefined> {
    const { store } = this.#ports;
    const end = performance.now() + seconds * 1_000;
    for (;;) {
      const answer = await store.readAnswer(this.#run);
      if (answer !== undefined || performance.now() >= end) return answer;
      await this.#minutes.reserveStarted();
      await pause(pollIntervalMs, undefined, { signal: this.#context.signal });
    }
  }

  async #findExpiredLogin() {
    const browser = await this.browser();
    // A browser that is gone has no page that states the reason.
    return (await browser?.findExpiredLogin().catch(() => null)) ?? null;
  }

  /**
   * Renews the login of the run that the site no longer accepts, once per run. The next step gets a new browser with it. A run
   * that renews a login itself starts no other renewal.
   */
  async #renewLogin(): Promise<boolean> {
    const { plan, state } = this.#run;
    const browser = await this.browser();
    if (browser === null || plan.renews !== undefined || this.#hasRenewed) return false;
    this.#hasRenewed = true;
    const stop = AbortSignal.any([this.#context.signal, AbortSignal.timeout(maxRenewalWaitMs)]);
    const isRenewed = await browser.renewLogin(stop);
    this.#context.signal.throwIfAborted();
    if (!isRenewed) return false;
    await browser.close();
    this.#browser = null;
    state.saved = null;
    return true;
  }

  async #takeScreenshot(): Promise<string | null> {
    const browser = await this.browser();
    if (browser === null) return null;
    // The screenshot only illustrates the error, which is reported without it, too.
    const outcome = await browser
      .runAction(browserAction({ type: 'screenshot', snapshot: false }))
      .catch(() => null);
    return outcome?.screenshot?.blobId ?? null;
  }
}

/**
 * Wraps a browser: a lost browser fails the step instead of the run, and results that arrive after the signal aborts
 * are dropped.
 */
function guardBrowser(browser: RunBrowser, signal: AbortSignal): RunBrowser {
  const requireActive = <Result>(result: Result): Result => {
    signal.throwIfAborted();
    return result;
  };
  const toStepError = (error: unknown): never => {
    signal.throwIfAborted();
    // A database outage does not fail a step: the run resumes when the database is back.
    if (isTransient(error)) throw error;
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
    runAction: (action) => browser.runAction(action).then(requireActive, toStepError),
    findExpiredLogin: () => browser.findExpiredLogin().then(requireActive, toStepError),
    asksForLogin: () => browser.asksForLogin().then(requireActive, toStepError),
    renewLogin: (stop) => browser.renewLogin(stop),
    html: () => browser.html().then(requireActive, toStepError),
    state: () => browser.state(),
    close: () => browser.close(),
  };
}

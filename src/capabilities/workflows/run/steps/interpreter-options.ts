import type { Json } from '../../../../domain/pages/extraction.ts';
import type { Charge } from '../../../../domain/resources/rate-card.ts';
import type { RunQuestion } from '../../../../domain/resources/workflow.ts';
import type { ClaimedRun } from '../claimed-run.ts';
import type { RunBrowser } from '../run-browser.ts';
import type { RunStore } from '../run-store.ts';
import type { FindRecords } from './run-step.ts';

/** The end of a run's steps, or the question that has no answer yet. */
export type InterpreterResult =
  | { kind: 'completed' }
  | { kind: 'failed'; step: string; error: { code: string; message: string } }
  | { kind: 'unanswered'; question: RunQuestion };

/** Dependencies of the interpreter of a run's steps. */
export interface InterpreterOptions {
  run: ClaimedRun;
  store: RunStore;
  /** Returns the browser; the first call opens it. */
  browser(): Promise<RunBrowser>;
  findRecords: FindRecords;
  /** Waits for the answer to a question with the browser open; undefined after `waitSeconds`. */
  awaitAnswer(question: RunQuestion, waitSeconds: number): Promise<Json | undefined>;
  /** Called before every step. Rejects with StepError when the run must not continue. */
  checkpoint(): Promise<void>;
  /** Returns the error of a saved login that the site no longer accepts, by the page that the browser shows; else null. */
  findExpiredLogin(): Promise<{ code: string; message: string } | null>;
  /** Renews the login of the run, which the site no longer accepts; returns whether the step can be repeated. */
  renewLogin(): Promise<boolean>;
  /** Stores a screenshot of the page where a step failed; null when there is none. */
  takeScreenshot(): Promise<string | null>;
  usedMs(): number;
  charge(charges: readonly Charge[]): void;
  now(): Date;
}

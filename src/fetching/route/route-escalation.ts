import { statusOf, type Warning } from '../../domain/pages/outcome.ts';
import { routePrices } from '../../domain/resources/rate-card.ts';
import type { Clock } from '../../domain/system/clock.ts';
import type { Exit, Exits } from '../../web/exits/exits.ts';
import type { Budget } from '../budget.ts';
import { createFailedPage, type FetchedPage, type PageError } from '../fetched-page.ts';
import { isTimeout } from '../page-deadline.ts';
import type { Rendering, RenderMemory } from '../stages/render-memory.ts';
import { type RobotsDecision, type RobotsGate, robotsError } from '../stages/robots-gate.ts';
import { type ChosenExit, PageExits } from './page-exits.ts';
import { addObserved, type RouteProgress, setLastOutcome } from './route-progress.ts';
import { needsBrowser, type RouteStep, routeStepsFor } from './routes.ts';
import { noContent, type RouteStepResult, type TryRouteStep } from './try-route.ts';

/** Dependencies of the route escalation. */
export interface RouteEscalationPorts {
  exits: Exits;
  robots: RobotsGate;
  memory: RenderMemory;
  tryRouteStep: TryRouteStep;
  clock: Clock;
}

/** The fetch of one page through the cheapest route that works. */
export interface PageFetch {
  /** What was observed so far. */
  readonly progress: RouteProgress;
  /** Rejects when the signal aborts. */
  run(): Promise<FetchedPage>;
}

/** A page to fetch, and what may be spent on it. */
export interface EscalationRequest {
  progress: RouteProgress;
  url: URL;
  budget: Budget;
  signal: AbortSignal;
}

/** Result of trying one route; `refused` if no exit can be used, and `unpaid` if its price cannot be paid. */
type RouteTrial =
  | { kind: 'result'; result: RouteStepResult }
  | { kind: 'page'; page: FetchedPage }
  | { kind: 'refused' }
  | { kind: 'unpaid' };

/** Maximum number of exits of one network tried for a page if they fail or turn out to be in another country. */
const maxExitTries = 3;

/** Minimum ratio of rendered to plain text length at which the browser was worth using. */
const minRenderedTextRatio = 1.2;

const browserUselessWarning: Warning = {
  code: 'not_rendered',
  message:
    'The page seems to need a browser. None was used, because recent pages of this host had no more content in one.',
};

const insufficientCredits: PageError = {
  code: 'account_credits',
  message: 'The account does not have enough credits for this page. Add credits and try again.',
};

/** Creates the escalation http, browser, residential, residential_browser, unblock (docs/api/pages.md#rate-card). */
export function createRouteEscalation(
  ports: RouteEscalationPorts,
): (request: EscalationRequest) => PageFetch {
  return (request) => new RouteEscalation(ports, request);
}

/** Escalation of one page: results so far, credits held for it, and errors. */
class RouteEscalation implements PageFetch {
  readonly #ports: RouteEscalationPorts;
  /** The only state of the fetch; replaced by a new value after each observation. */
  #progress: RouteProgress;
  readonly #url: URL;
  readonly #budget: Budget;
  readonly #signal: AbortSignal;
  readonly #results: Array<RouteStepResult & ChosenExit> = [];
  readonly #exits: PageExits;
  /** Error that prevented a more expensive route. */
  #priceError: PageError | null = null;
  #heldCredits = 0;
  /** Cached knowledge about the host. */
  #rendering: Rendering | null = null;
  #robots: Promise<RobotsDecision> | null = null;

  constructor(ports: RouteEscalationPorts, { progress, url, budget, signal }: EscalationRequest) {
    this.#ports = ports;
    this.#progress = progress;
    this.#url = url;
    this.#budget = budget;
    this.#signal = signal;
    this.#exits = new PageExits(ports.exits, progress, url, signal);
  }

  get progress(): RouteProgress {
    return this.#progress;
  }

  async run(): Promise<FetchedPage> {
    try {
      const fetched = await this.#escalate();
      this.#releaseUnspent(fetched.observation.credits);
      return fetched;
    } catch (error) {
      this.#releaseUnspent(0);
      throw error;
    }
  }

  #releaseUnspent(spent: number): void {
    this.#budget.giveBack(this.#heldCredits - spent);
    this.#heldCredits = spent;
  }

  async #escalate(): Promise<FetchedPage> {
    const { country, strictCountry } = this.#progress.command;
    const there = await this.#tryRoutes(false);
    if (there !== null) return there;
    if (this.#results.length === 0 && country !== null && !strictCountry) {
      this.#exits.forgetErrors();
      this.#priceError = null;
      const elsewhere = await this.#tryRoutes(true);
      if (elsewhere !== null) return elsewhere;
    }
    return this.#bestPage();
  }

  /** Tries routes until a page arrives; null if no route is left. */
  async #tryRoutes(allowsOtherCountry: boolean): Promise<FetchedPage | null> {
    const { memory, exits } = this.#ports;
    const { command } = this.#progress;
    this.#rendering = command.render === 'auto' ? memory.recall(this.#url) : null;
    for (const step of routeStepsFor(command, exits.networks, this.#rendering === 'needed')) {
      if (!this.#shouldTry(step)) continue;
      const trial = await this.#tryWithExits(step, allowsOtherCountry);
      if (trial.kind === 'refused') continue;
      if (trial.kind === 'unpaid') return null;
      if (trial.kind === 'page') return trial.page;
      const page = this.#pageIfComplete(trial.result);
      if (page !== null) return page;
    }
    return null;
  }

  /** Returns the page that a route's result completes, or null if another route should be tried. */
  #pageIfComplete(result: RouteStepResult): FetchedPage | null {
    const { verdict, step, error } = result;
    if (verdict === 'hollow' && this.#rendering === 'hopeless') {
      this.#warn(browserUselessWarning);
      return this.#pageOf(result);
    }
    if (verdict !== 'done') return null;
    this.#learn(result);
    const isFirst = this.#results.length === 1;
    if (error === null) return this.#pageOf(result);
    if (!step.isRendered) return isFirst || result.hasArrived ? this.#pageOf(result) : null;
    // A host remembered as needing a browser may have changed, and a block can hide a page that does not exist.
    if (isFirst)
      return this.#progress.command.render === 'auto' && !this.#mustRender ? null : this.#pageOf(result);
    return statusOf(error.code) === 'not_found' && this.#lastHollowResult() === null
      ? this.#pageOf(result)
      : null;
  }

  /** Records whether pages of the host need a browser, if this page shows it. */
  #learn({ step, error, isHollow, length }: RouteStepResult): void {
    const { memory } = this.#ports;
    const hollow = this.#lastHollowResult();
    if (!step.isRendered) {
      if (error === null) memory.learn(this.#url, 'needless');
    } else if (hollow !== null) {
      const hasMoreText = error === null && (!isHollow || length > hollow.length * minRenderedTextRatio);
      memory.learn(this.#url, hasMoreText ? 'needed' : 'hopeless');
    } else if (error === null && this.#results.length > 1) {
      memory.learn(this.#url, 'needed');
    }
  }

  get #mustRender(): boolean {
    return needsBrowser(this.#progress.command);
  }

  #shouldTry(step: RouteStep): boolean {
    const last = this.#results.at(-1);
    if (this.#exits.hasError(step.network)) return false;
    if (last === undefined) return true;
    // A browser on the same network leaves from the same country.
    if (last.error?.code === 'geo' && last.step.network === step.network) return false;
    const hollow = this.#lastHollowResult();
    if (hollow === null) return true;
    const hasBrowserFailed = last.step.isRendered && last.verdict !== 'walled';
    return step.isRendered && !hasBrowserFailed;
  }

  #lastHollowResult(): RouteStepResult | null {
    return this.#results.findLast(({ verdict }) => verdict === 'hollow') ?? null;
  }

  async #tryWithExits(step: RouteStep, allowsOtherCountry: boolean): Promise<RouteTrial> {
    for (let tries = 1; tries <= maxExitTries; tries += 1) {
      const chosen = await this.#exits.choose(step.network, allowsOtherCountry);
      if (chosen === null) return { kind: 'refused' };
      if (!(await this.#holdPrice(step))) return { kind: 'unpaid' };
      this.#reportExit(chosen);
      const forbidden = await this.#robotsError(chosen.exit);
      if (forbidden !== null) {
        const page = createFailedPage(this.#progress, forbidden, this.#ports.clock.now());
        return { kind: 'page', page };
      }
      const result = await this.#tryOnce(step, chosen.exit);
      if (result.verdict === 'dead') {
        await this.#exits.reject(chosen.exit, step.network, result.error?.message ?? 'The exit failed.');
      } else if (await this.#exits.accept(chosen, step.network, result.hasArrived)) {
        this.#results.push({ ...result, ...this.#exits.current(step.network, chosen) });
        return { kind: 'result', result };
      } else this.#progress = setLastOutcome(this.#progress, 'country_unavailable');
    }
    return { kind: 'refused' };
  }

  /** If a browser exceeds the deadline, the results of earlier routes remain usable. */
  async #tryOnce(step: RouteStep, exit: Exit): Promise<RouteStepResult> {
    try {
      const result = await this.#ports.tryRouteStep({
        progress: this.#progress,
        url: this.#url,
        step,
        exit,
        signal: this.#signal,
        record: (observed) => {
          this.#progress = addObserved(this.#progress, observed);
        },
      });
      const { error, hasArrived } = result;
      if (hasArrived && error !== null) this.#progress = setLastOutcome(this.#progress, error.code);
      return result;
    } catch (error) {
      const hasBefore = this.#results.some(({ hasArrived }) => hasArrived);
      if (!hasBefore || !step.isRendered || !isTimeout(this.#signal)) throw error;
      const late: PageError = {
        code: 'timeout',
        message: 'The page was not rendered within the timeout. Increase `timeout` or try again later.',
      };
      const page: RouteStepResult['page'] = (progress, refused = late) =>
        createFailedPage(progress, refused, this.#ports.clock.now());
      return { step, verdict: 'done', hasArrived: false, ...noContent, error: late, page };
    }
  }

  /** Reserves the price of the route in addition to the credits held; only the route of the result is charged. */
  async #holdPrice({ route }: RouteStep): Promise<boolean> {
    const price = routePrices[route];
    const maxCredits = this.#progress.command.maxCredits;
    if (maxCredits !== null && price > maxCredits) {
      const message = `The route ${route} costs ${price} credits, and \`max_credits\` is ${maxCredits}. Increase \`max_credits\` to allow it.`;
      this.#priceError = { code: 'max_credits', message };
      return false;
    }
    if (price <= this.#heldCredits) return true;
    if (!(await this.#budget.take(price - this.#heldCredits))) {
      const { refusal: message = insufficientCredits.message } = this.#budget;
      this.#priceError = { ...insufficientCredits, message };
      return false;
    }
    this.#heldCredits = price;
    return true;
  }

  /**
   * Reads robots.txt once, through the page's first exit; `robots` of the command decides whether its rules apply.
   */
  async #robotsError({ upstream }: Exit): Promise<PageError | null> {
    this.#robots ??= this.#ports.robots.check(this.#url, this.#signal, upstream).then((answer) => {
      const robots = { ...this.#progress.robots, verdict: answer.verdict };
      this.#progress = { ...this.#progress, robots };
      return answer;
    });
    if (this.#progress.command.robots !== 'respect') return null;
    const answer = await this.#robots;
    const politeness = { ...this.#progress.politeness, crawlDelayMs: answer.crawlDelayMs };
    this.#progress = { ...this.#progress, politeness };
    return robotsError(answer);
  }

  /** Sets the exit that the result reports. */
  #reportExit({ exit, warnings }: ChosenExit): void {
    this.#progress = { ...this.#progress, exit, exitWarnings: warnings };
  }

  #warn(warning: Warning): void {
    this.#progress = addObserved(this.#progress, { attempt: null, warnings: [warning] });
  }

  #pageOf(result: RouteStepResult, error?: PageError): FetchedPage {
    const known = this.#results.findLast(({ step }) => step === result.step);
    if (known !== undefined) this.#reportExit(known);
    return result.page(this.#progress, error);
  }

  /** Returns the best result when no other route can be tried. */
  #bestPage(): FetchedPage {
    const hollow = this.#lastHollowResult();
    const last = this.#results.at(-1);
    if (hollow !== null) {
      const reason = this.#priceError?.message ?? last?.error?.message ?? 'no browser is available';
      const message = `The page seems to need a browser: ${reason}`;
      this.#warn({ code: 'not_rendered', message });
      return this.#pageOf(hollow);
    }
    const walled = this.#results.findLast(({ verdict }) => verdict === 'walled');
    if (walled !== undefined) return this.#pageOf(walled, this.#priceError ?? undefined);
    if (last !== undefined) return this.#pageOf(last);
    return createFailedPage(
      this.#progress,
      this.#priceError ?? this.#exits.combinedError(),
      this.#ports.clock.now(),
    );
  }
}

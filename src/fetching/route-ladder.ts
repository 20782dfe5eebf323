import type { Clock } from '../domain/clock.ts';
import type { Network } from '../domain/exit.ts';
import { statusOf, type Warning } from '../domain/outcome.ts';
import { routePrices } from '../domain/rate-card.ts';
import type { Exit, Exits, ExitWish } from '../web/exits/exits.ts';
import { siteKey } from '../web/politeness-rules.ts';
import type { Budget } from './budget.ts';
import type { FetchProgress } from './fetch-progress.ts';
import { type FetchedPage, pageNotArrived, type Refused } from './fetched-page.ts';
import type { Rendering, RenderMemory } from './render-memory.ts';
import { type RobotsAnswer, type RobotsGate, robotsRefusal } from './robots-gate.ts';
import { needsBrowser, type Rung, rungsFor } from './rungs.ts';
import { nothingSaid, type Tried, type TryRung } from './try-rung.ts';

/** What climbing needs of the other rooms. */
export interface LadderPorts {
  exits: Exits;
  robots: RobotsGate;
  memory: RenderMemory;
  tryRung: TryRung;
  clock: Clock;
}

/** Gets one page by the cheapest way that works. Rejects when `signal` says stop. */
export type ClimbLadder = (
  progress: FetchProgress,
  url: URL,
  budget: Budget,
  signal: AbortSignal,
) => Promise<FetchedPage>;

/** Exits of one network that a page is tried through, where they fail or turn out to be elsewhere. */
const exitsTried = 3;

/** Rendered text that is longer by this than the plain one was worth a browser. */
const saysMoreFrom = 1.2;

const hopeless: Warning = {
  code: 'not_rendered',
  message:
    'The page seems to need a browser; lately pages of this host said no more in one, so none was used.',
};

const noCredits: Refused = {
  code: 'account_credits',
  message: 'the account has no credits left for this page',
};

/** Composes the ladder http, browser, residential, residential_browser, unblock (api.md section 3). */
export function createRouteLadder(ports: LadderPorts): ClimbLadder {
  return (progress, url, budget, signal) => new Climb(ports, progress, url, budget, signal).run();
}

/** One page's way up: what was tried, what is held for it, and what stood in the way. */
class Climb {
  readonly #ports: LadderPorts;
  readonly #progress: FetchProgress;
  readonly #url: URL;
  readonly #budget: Budget;
  readonly #signal: AbortSignal;
  readonly #tried: Array<Tried & { exit: Exit; warnings: Warning[] }> = [];
  readonly #exits = new Map<Network, { exit: Exit; warnings: Warning[] }>();
  /** Why networks could not be used. */
  readonly #refusals = new Map<Network, Refused>();
  /** Why no dearer rung was taken. */
  #unpaid: Refused | null = null;
  #held = 0;
  /** What is known of the host. */
  #known: Rendering | null = null;
  #robots: Promise<RobotsAnswer> | null = null;

  constructor(ports: LadderPorts, progress: FetchProgress, url: URL, budget: Budget, signal: AbortSignal) {
    this.#ports = ports;
    this.#progress = progress;
    this.#url = url;
    this.#budget = budget;
    this.#signal = signal;
  }

  async run(): Promise<FetchedPage> {
    try {
      const fetched = await this.#climb();
      this.#giveBack(fetched.observation.credits);
      return fetched;
    } catch (error) {
      this.#giveBack(0);
      throw error;
    }
  }

  #giveBack(spent: number): void {
    this.#budget.giveBack(this.#held - spent);
    this.#held = spent;
  }

  async #climb(): Promise<FetchedPage> {
    const { country, strictCountry } = this.#progress.command;
    const there = await this.#climbThrough(false);
    if (there !== null) return there;
    if (this.#tried.length === 0 && country !== null && !strictCountry) {
      this.#refusals.clear();
      this.#unpaid = null;
      const elsewhere = await this.#climbThrough(true);
      if (elsewhere !== null) return elsewhere;
    }
    return this.#bestOf();
  }

  /** Climbs until a page is there or nothing is left to be tried, which gives null. */
  async #climbThrough(mayBeElsewhere: boolean): Promise<FetchedPage | null> {
    const { memory, exits } = this.#ports;
    const { command } = this.#progress;
    this.#known = command.render === 'auto' ? memory.recall(this.#url) : null;
    for (const rung of rungsFor(command, exits.networks, this.#known === 'needed')) {
      if (!this.#isWorthTrying(rung)) continue;
      const tried = await this.#tryOver(rung, mayBeElsewhere);
      if (tried === 'refused') continue;
      if (tried === 'unpaid') return null;
      if ('page' in tried && 'observation' in tried) return tried;
      const page = this.#conclude(tried);
      if (page !== null) return page;
    }
    return null;
  }

  /** What a rung's result means: the page, or null when it is worth going on. */
  #conclude(tried: Tried): FetchedPage | null {
    const { verdict, rung, error } = tried;
    if (verdict === 'hollow' && this.#known === 'hopeless') {
      this.#progress.warnings.push(hopeless);
      return this.#pageOf(tried);
    }
    if (verdict !== 'done') return null;
    this.#learn(tried);
    const isFirst = this.#tried.length === 1;
    if (error === null) return this.#pageOf(tried);
    if (!rung.isRendered) return isFirst || tried.hasArrived ? this.#pageOf(tried) : null;
    // A browser that went first because of what was learnt may be wrong; behind a wall may lie a page that is not there.
    if (isFirst)
      return this.#progress.command.render === 'auto' && !this.#mustRender ? null : this.#pageOf(tried);
    return statusOf(error.code) === 'not_found' && this.#lastHollow() === null ? this.#pageOf(tried) : null;
  }

  /** Notes what a browser is to the host, where this page tells. */
  #learn({ rung, error, isHollow, length }: Tried): void {
    const { memory } = this.#ports;
    const hollow = this.#lastHollow();
    if (!rung.isRendered) {
      if (error === null) memory.learn(this.#url, 'needless');
    } else if (hollow !== null) {
      const saysMore = error === null && (!isHollow || length > hollow.length * saysMoreFrom);
      memory.learn(this.#url, saysMore ? 'needed' : 'hopeless');
    } else if (error === null && this.#tried.length > 1) {
      memory.learn(this.#url, 'needed');
    }
  }

  get #mustRender(): boolean {
    return needsBrowser(this.#progress.command);
  }

  #isWorthTrying(rung: Rung): boolean {
    const last = this.#tried.at(-1);
    if (this.#refusals.has(rung.network)) return false;
    if (last === undefined) return true;
    // A browser stands in the same country.
    if (last.error?.code === 'geo' && last.rung.network === rung.network) return false;
    const hollow = this.#lastHollow();
    if (hollow === null) return true;
    const hasBrowserFailed = last.rung.isRendered && last.verdict !== 'walled';
    return rung.isRendered && !hasBrowserFailed;
  }

  #lastHollow(): Tried | null {
    return this.#tried.findLast(({ verdict }) => verdict === 'hollow') ?? null;
  }

  async #tryOver(rung: Rung, mayBeElsewhere: boolean): Promise<Tried | FetchedPage | 'refused' | 'unpaid'> {
    for (let tries = 1; tries <= exitsTried; tries += 1) {
      const chosen = await this.#exitOf(rung.network, mayBeElsewhere);
      if (chosen === null) return 'refused';
      if (!(await this.#pay(rung))) return 'unpaid';
      this.#show(chosen);
      const forbidden = await this.#forbiddenByRobots(chosen.exit);
      if (forbidden !== null) return pageNotArrived(this.#progress, forbidden, this.#ports.clock.now());
      const tried = await this.#tryOnce(rung, chosen.exit);
      if (tried.verdict === 'dead') {
        await this.#ports.exits.failed(chosen.exit, tried.error?.message ?? 'it failed');
        this.#refuse(rung.network, { code: 'no_exit', message: tried.error?.message ?? 'the exit failed' });
      } else if (await this.#isStillThere(chosen, tried)) {
        if (tried.hasArrived) await this.#ports.exits.worked(chosen.exit);
        this.#refusals.delete(rung.network);
        this.#tried.push({ ...tried, ...(this.#exits.get(rung.network) ?? chosen) });
        return tried;
      }
    }
    return 'refused';
  }

  /** A browser that does not come to an end leaves what came before it. */
  async #tryOnce(rung: Rung, exit: Exit): Promise<Tried> {
    try {
      return await this.#ports.tryRung(this.#progress, this.#url, rung, exit, this.#signal);
    } catch (error) {
      const hasBefore = this.#tried.some(({ hasArrived }) => hasArrived);
      if (!hasBefore || !rung.isRendered || !isTimeout(this.#signal)) throw error;
      const late: Refused = { code: 'timeout', message: 'it was not rendered in time' };
      const page = (refused = late) => pageNotArrived(this.#progress, refused, this.#ports.clock.now());
      return { rung, verdict: 'done', hasArrived: false, ...nothingSaid, error: late, page };
    }
  }

  async #exitOf(
    network: Network,
    mayBeElsewhere: boolean,
  ): Promise<{ exit: Exit; warnings: Warning[] } | null> {
    const known = this.#exits.get(network);
    if (known !== undefined) return known;
    const { country, strictCountry } = this.#progress.command;
    const sticksTo = siteKey(this.#url, this.#progress.accountId);
    const wish: ExitWish = { country, strictCountry, network, sticksTo, mayBeElsewhere };
    const choice = await this.#ports.exits.choose(wish, this.#signal);
    if (choice.exit === null) {
      this.#refusals.set(network, { code: choice.code, message: choice.message });
      return null;
    }
    this.#exits.set(network, choice);
    return choice;
  }

  #refuse(network: Network, refused: Refused): void {
    this.#exits.delete(network);
    this.#refusals.set(network, refused);
  }

  /** Sees again where the exit is when a page must come from its country; says so in the receipt when it moved. */
  async #isStillThere(chosen: { exit: Exit; warnings: Warning[] }, tried: Tried): Promise<boolean> {
    const { country, strictCountry } = this.#progress.command;
    if (!strictCountry || country === null || !tried.hasArrived) return true;
    const exit = await this.#ports.exits.confirm(chosen.exit, country, this.#signal);
    if (exit.report.verified) {
      this.#exits.set(exit.network, { ...chosen, exit });
      return true;
    }
    const attempt = this.#progress.attempts.at(-1);
    if (attempt !== undefined) attempt.outcome = 'country_unavailable';
    const seen = exit.report.country ?? 'no country that is known';
    const message = `the exit ${exit.id} was in ${country} before the page and in ${seen} after it`;
    this.#refuse(exit.network, { code: 'country_unavailable', message });
    return false;
  }

  /** Holds what the rung costs, beside what is held already; only what gave the result is charged. */
  async #pay({ route }: Rung): Promise<boolean> {
    const price = routePrices[route];
    const most = this.#progress.command.maxCredits;
    if (most !== null && price > most) {
      const message = `${route} costs ${price} credits, and this page may cost ${most}`;
      this.#unpaid = { code: 'max_credits', message };
      return false;
    }
    if (price <= this.#held) return true;
    if (!(await this.#budget.take(price - this.#held))) {
      this.#unpaid = noCredits;
      return false;
    }
    this.#held = price;
    return true;
  }

  /** What robots.txt says is asked once, through the page's first exit; whether it is obeyed is the command's. */
  async #forbiddenByRobots({ upstream }: Exit): Promise<Refused | null> {
    const progress = this.#progress;
    this.#robots ??= this.#ports.robots.consult(this.#url, this.#signal, upstream).then((answer) => {
      progress.robots.verdict = answer.verdict;
      return answer;
    });
    if (progress.command.robots !== 'respect') return null;
    const answer = await this.#robots;
    progress.manners = { ...progress.manners, crawlDelayMs: answer.crawlDelayMs };
    return robotsRefusal(answer);
  }

  /** From here on the page is told of as having come through this exit. */
  #show({ exit, warnings }: { exit: Exit; warnings: Warning[] }): void {
    this.#progress.exit = exit;
    this.#progress.exitWarnings = warnings;
  }

  #pageOf(tried: Tried, error?: Refused): FetchedPage {
    const known = this.#tried.findLast(({ rung }) => rung === tried.rung);
    if (known !== undefined) this.#show(known);
    return tried.page(error);
  }

  /** What there is when nothing more can be tried. */
  #bestOf(): FetchedPage {
    const hollow = this.#lastHollow();
    const last = this.#tried.at(-1);
    if (hollow !== null) {
      const reason = this.#unpaid?.message ?? last?.error?.message ?? 'there is no browser for it';
      const message = `The page seems to need a browser: ${reason}`;
      this.#progress.warnings.push({ code: 'not_rendered', message });
      return this.#pageOf(hollow);
    }
    const walled = this.#tried.findLast(({ verdict }) => verdict === 'walled');
    if (walled !== undefined) return this.#pageOf(walled, this.#unpaid ?? undefined);
    if (last !== undefined) return this.#pageOf(last);
    return pageNotArrived(this.#progress, this.#unpaid ?? this.#refusal(), this.#ports.clock.now());
  }

  /** Of several networks, the one that had an exit to speak of tells why. */
  #refusal(): Refused {
    const refusals = [...this.#refusals.values()];
    const [first] = refusals;
    const { network } = this.#progress.command;
    if (first === undefined) {
      const kind = network === 'auto' ? 'exit' : `exit of network ${network}`;
      return { code: 'no_exit', message: `no ${kind} is configured that can do what was asked` };
    }
    return refusals.length === 1
      ? first
      : { ...first, message: refusals.map(({ message }) => message).join('; ') };
  }
}

/** Whether the time is up, rather than the caller gone. */
export function isTimeout(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
}

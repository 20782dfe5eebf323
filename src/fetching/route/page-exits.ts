import type { Warning } from '../../domain/pages/outcome.ts';
import type { Network } from '../../domain/resources/exit.ts';
import { explainRefusal } from '../../web/exits/choose-exit.ts';
import type { Exit, ExitRequirements, Exits } from '../../web/exits/exits.ts';
import { siteKey } from '../../web/politeness/politeness-rules.ts';
import type { PageError, PageProgress } from '../fetched-page.ts';

/** An exit and the warnings about its choice. */
export interface ChosenExit {
  exit: Exit;
  warnings: Warning[];
}

/** Exits of one page, one for each network, and the errors of networks that could not be used. */
export class PageExits {
  readonly #exits: Exits;
  readonly #progress: Pick<PageProgress, 'command' | 'accountId'>;
  readonly #url: URL;
  readonly #signal: AbortSignal;
  readonly #chosen = new Map<Network, ChosenExit>();
  readonly #errors = new Map<Network, PageError>();

  constructor(
    exits: Exits,
    progress: Pick<PageProgress, 'command' | 'accountId'>,
    url: URL,
    signal: AbortSignal,
  ) {
    this.#exits = exits;
    this.#progress = progress;
    this.#url = url;
    this.#signal = signal;
  }

  hasError(network: Network): boolean {
    return this.#errors.has(network);
  }

  forgetErrors(): void {
    this.#errors.clear();
  }

  /** Returns the exit chosen last for a network, or else `otherwise`. */
  current(network: Network, otherwise: ChosenExit): ChosenExit {
    return this.#chosen.get(network) ?? otherwise;
  }

  /** Returns the exit of a network, the same for all its routes; null if none can be used. */
  async choose(network: Network, mayBeElsewhere: boolean): Promise<ChosenExit | null> {
    const chosenBefore = this.#chosen.get(network);
    if (chosenBefore !== undefined) return chosenBefore;
    const { country, strictCountry } = this.#progress.command;
    const sticksTo = siteKey(this.#url, this.#progress.accountId);
    const exitRequest: ExitRequirements = { country, strictCountry, network, sticksTo, mayBeElsewhere };
    const choice = await this.#exits.choose(exitRequest, this.#signal);
    if (choice.exit === null) {
      // With `auto`, the other networks are tried as well.
      const isOnlyNetwork = this.#progress.command.network !== 'auto';
      const message = isOnlyNetwork ? explainRefusal(choice) : choice.message;
      this.#errors.set(network, { code: choice.code, message });
      return null;
    }
    this.#chosen.set(network, choice);
    return choice;
  }

  /** Records that an exit failed; another one is chosen for the next try. */
  async reject(exit: Exit, network: Network, message: string): Promise<void> {
    await this.#exits.recordFailure(exit, message);
    this.#drop(network, { code: 'no_exit', message });
  }

  /** Records that an exit worked; false if the page must be from a country that the exit has left. */
  async accept(chosen: ChosenExit, network: Network, hasArrived: boolean): Promise<boolean> {
    if (hasArrived && !(await this.#isStillInCountry(chosen))) return false;
    if (hasArrived) await this.#exits.recordSuccess(chosen.exit);
    this.#errors.delete(network);
    return true;
  }

  /** Combines the errors of all networks into one. */
  combinedError(): PageError {
    const refusals = [...this.#errors.values()];
    const [first] = refusals;
    const { network } = this.#progress.command;
    if (first === undefined) {
      const kind = network === 'auto' ? 'exit' : `exit of network ${network}`;
      return {
        code: 'not_configured',
        message: `No ${kind} is configured that supports the requested options. Configure one, or change the options.`,
      };
    }
    return refusals.length === 1
      ? first
      : {
          code: (refusals.find(({ code }) => code !== 'not_configured') ?? first).code,
          message: refusals.map(({ message }) => message).join(' '),
        };
  }

  #drop(network: Network, error: PageError): void {
    this.#chosen.delete(network);
    this.#errors.set(network, error);
  }

  /** Verifies the exit again if the page must come from its country; the receipt states if the exit has moved. */
  async #isStillInCountry(chosen: ChosenExit): Promise<boolean> {
    const { country, strictCountry } = this.#progress.command;
    if (!strictCountry || country === null) return true;
    const exit = await this.#exits.confirm(chosen.exit, country, this.#signal);
    if (exit.report.verified) {
      this.#chosen.set(exit.network, { ...chosen, exit });
      return true;
    }
    const seen = exit.report.country ?? 'an unknown country';
    const message = `The exit ${exit.id} was in ${country} before the page and in ${seen} after it. Try again.`;
    this.#drop(exit.network, { code: 'country_unavailable', message });
    return false;
  }
}

import type { Network } from '../../domain/resources/exit.ts';
import { routePrices } from '../../domain/resources/rate-card.ts';
import type { ExitChoice, ExitRequirements, Exits } from './exits.ts';

/** Exit of something that may come through several networks. */
export interface ExitOptions extends Pick<ExitRequirements, 'country' | 'strictCountry' | 'sticksTo'> {
  /** Permitted networks, in the order in which they are tried. */
  networks: readonly Network[];
}

/** The reason why there is no exit. */
export type ExitRefusal = Extract<ExitChoice, { exit: null }>;

/** Credits of the most expensive route of each network. */
const networkPrices: Readonly<Record<Network, number>> = {
  service: routePrices.browser,
  residential: routePrices.residential_browser,
  unblock: routePrices.unblock,
};

/** Networks that the option `network: auto` adds, and the credits per page that they need; null if none would help. */
export function findRemedy({ elsewhere }: ExitRefusal): { networks: string; maxCredits: number } | null {
  const [cheapest] = elsewhere;
  if (cheapest === undefined) return null;
  return { networks: elsewhere.join(' and '), maxCredits: networkPrices[cheapest] };
}

/** Returns why there is no exit, and the option that would allow one of another network. */
export function explainRefusal(refusal: ExitRefusal): string {
  const remedy = findRemedy(refusal);
  if (remedy === null) return refusal.message;
  return `${refusal.message} The network ${remedy.networks} has an exit there: allow it with \`network\`: auto, at up to ${remedy.maxCredits} credits per page (in /v2 with \`proxy\`: auto).`;
}

/** Combines the reasons of all networks. Networks that were tried are no remedy. */
function combineRefusals(refusals: readonly ExitRefusal[], networks: readonly Network[]): ExitRefusal {
  const [first] = refusals;
  const inCountry = (first?.elsewhere ?? []).filter((network) => !networks.includes(network));
  return {
    exit: null,
    code: refusals.find(({ code }) => code !== 'not_configured')?.code ?? 'not_configured',
    message:
      refusals.map(({ message }) => message).join(' ') ||
      `No exit of network ${networks.join(' or ')} is configured. Configure one in the file of WEBDATA_EXITS (docs/exits.md).`,
    elsewhere: inCountry,
  };
}

/**
 * Selects an exit in the country from the first network that has one. If none has, an exit in another country is
 * selected with a warning, unless the country is strict. Rejects only on abort of `signal`.
 */
export async function chooseExit(
  exits: Pick<Exits, 'choose'>,
  { networks, ...options }: ExitOptions,
  signal: AbortSignal,
): Promise<ExitChoice> {
  const refusals: ExitRefusal[] = [];
  for (const network of networks) {
    const choice = await exits.choose({ ...options, network, mayBeElsewhere: false }, signal);
    if (choice.exit !== null) return choice;
    refusals.push(choice);
  }
  const [first] = networks;
  if (first !== undefined && options.country !== null && !options.strictCountry) {
    const choice = await exits.choose({ ...options, network: first }, signal);
    if (choice.exit !== null) return choice;
  }
  return combineRefusals(refusals, networks);
}

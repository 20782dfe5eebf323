import { isStale } from '../domain/exchange.ts';
import { userAgent } from '../fetching/user-agent.ts';
import type { Check } from '../operations/check.ts';
import { createRates } from '../sources/rates/create-rates.ts';
import type { Rates } from '../sources/rates/rates.ts';
import type { Footing } from './footing.ts';
import { version } from './version.ts';

const composed = new WeakMap<Footing, Rates>();

/** The exchange rates of this process; contacts nobody before they are asked for. */
export function ratesOf(footing: Footing): Rates {
  const known = composed.get(footing);
  if (known !== undefined) return known;
  const { settings, database, clock, log } = footing;
  const agent = userAgent(version, settings.contact);
  const rates = createRates({ url: settings.ratesUrl, userAgent: agent, database, clock, log });
  composed.set(footing, rates);
  return rates;
}

/** The exchange rates of this process, closed with the stack. */
export function composeRates(footing: Footing, stack: AsyncDisposableStack): Rates {
  const rates = ratesOf(footing);
  stack.defer(() => rates.close());
  return rates;
}

/** The rates as health shows them: of which day they are. Nobody is asked for it. */
export async function ratesCheck(footing: Footing): Promise<Check> {
  const known = await ratesOf(footing)
    .known()
    .catch(() => null);
  if (known === null) return { status: 'unavailable', detail: 'the database does not answer' };
  const { table, fault } = known;
  if (table.source === 'packaged' && fault === null)
    return { status: 'ok', detail: 'asked when needed; doctor asks now' };
  const detail = `${table.source === 'ecb' ? 'ECB' : 'the packaged table'} of ${table.date}`;
  const isOld = isStale(table, footing.clock.now());
  if (fault === null) return { status: isOld ? 'degraded' : 'ok', detail };
  return { status: isOld ? 'degraded' : 'ok', detail: `${detail}; ${fault}` };
}

/** The rates as doctor shows them: the publisher is asked. */
export async function ratesTrial(footing: Footing): Promise<Check> {
  const fault = await ratesOf(footing)
    .probe(AbortSignal.timeout(20_000))
    .catch(() => 'it did not answer in time');
  return fault === null
    ? { status: 'ok', detail: 'the ECB answers' }
    : { status: 'degraded', detail: `${fault}; the table that is kept, or came with this version, is used` };
}

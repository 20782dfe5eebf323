import { isStale } from '../../domain/values/exchange.ts';
import { userAgent } from '../../fetching/user-agent.ts';
import { createRates } from '../../integrations/rates/create-rates.ts';
import type { Rates } from '../../integrations/rates/rates.ts';
import type { Check } from '../../operations/check.ts';
import type { AppContext } from '../app-context.ts';
import { version } from '../commands/version.ts';

const composed = new WeakMap<AppContext, Rates>();

/** Returns the exchange rates of this process. They are downloaded at their first use. */
function ratesOf(app: AppContext): Rates {
  const known = composed.get(app);
  if (known !== undefined) return known;
  const { settings, database, clock, log } = app;
  const agent = userAgent(version, settings.contact);
  const rates = createRates({ url: settings.ratesUrl, userAgent: agent, database, clock, log });
  composed.set(app, rates);
  return rates;
}

/** Returns the exchange rates of this process; the stack closes them. */
export function composeRates(app: AppContext, stack: AsyncDisposableStack): Rates {
  const rates = ratesOf(app);
  stack.defer(() => rates.close());
  return rates;
}

/** Health check of the rates: their date. Contacts no publisher. */
export async function ratesCheck(app: AppContext): Promise<Check> {
  const known = await ratesOf(app)
    .stored()
    // Without the database, the check is `unavailable`.
    .catch(() => null);
  if (known === null) return { status: 'unavailable', detail: 'the database does not answer' };
  const { table, fault } = known;
  if (table.source === 'packaged' && fault === null)
    return { status: 'not_tested', detail: 'not downloaded yet; the command "doctor" downloads them' };
  const detail = `${table.source === 'ecb' ? 'ECB' : 'the packaged table'} of ${table.date}`;
  const isOld = isStale(table, app.clock.now());
  if (fault === null) return { status: isOld ? 'degraded' : 'ok', detail };
  // No setting asks for the publisher: a machine that never reached it works with the packaged table.
  const isOptional = table.source === 'packaged';
  return {
    status: !isOld ? 'ok' : isOptional ? 'unreachable' : 'degraded',
    detail: `${detail}; ${fault}`,
  };
}

/** Doctor check of the rates: downloads them from the publisher. */
export async function ratesDoctorCheck(app: AppContext): Promise<Check> {
  const fault = await ratesOf(app)
    .probe(AbortSignal.timeout(20_000))
    // Only a timeout rejects.
    .catch(() => 'The publisher did not answer in time.');
  return fault === null
    ? { status: 'ok', detail: 'the ECB answers', tested_at: app.clock.now().toISOString() }
    : { status: 'unreachable', detail: `${fault} Prices are converted with the stored rates.` };
}

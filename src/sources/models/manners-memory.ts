import { sql } from 'kysely';
import type { Log } from '../../domain/log.ts';
import { modelRungs } from '../../domain/model.ts';
import type { Database } from '../../store/database.ts';
import { createTroubleReport } from '../../store/database-trouble.ts';
import { firstManners, type Manners } from './chat-exchange.ts';

/** What is known of an endpoint and model, kept over processes and restarts. */
export interface MannersMemory {
  recall(): Promise<Manners>;
  /** Keeps what an answer showed. */
  learn(manners: Manners): Promise<void>;
}

/** What was learned is believed for a week: servers are updated. */
const believed = sql`interval '7 days'`;

/** The memory of one endpoint; without the database, what this process learned. */
export function createMannersMemory(database: Database, endpoint: string, log: Log): MannersMemory {
  const report = createTroubleReport(log);
  let known: Manners | null = null;

  async function read(): Promise<Manners> {
    const { rows } = await sql<{ manners: unknown }>`
      select manners from model_endpoints
      where endpoint = ${endpoint} and learned_at > clock_timestamp() - ${believed}
    `.execute(database);
    return toManners(rows[0]?.manners) ?? firstManners;
  }

  return {
    async recall() {
      if (known !== null) return known;
      try {
        known = await read();
      } catch (error) {
        report(error, 'what is known of the model endpoint could not be read');
        return firstManners;
      }
      return known;
    },
    async learn(manners) {
      if (JSON.stringify(manners) === JSON.stringify(known)) return;
      known = manners;
      try {
        await sql`
          insert into model_endpoints as known (endpoint, manners, learned_at)
          values (${endpoint}, ${JSON.stringify(manners)}::jsonb, clock_timestamp())
          on conflict (endpoint) do update set manners = excluded.manners, learned_at = excluded.learned_at
        `.execute(database);
      } catch (error) {
        report(error, 'what was learned of the model endpoint could not be kept');
      }
    },
  };
}

function toManners(stored: unknown): Manners | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { rung, isProven, tokenLimit, takesTemperature } = stored as Partial<Manners>;
  if (rung === undefined || !modelRungs.includes(rung)) return null;
  return {
    rung,
    isProven: isProven === true,
    tokenLimit: tokenLimit === 'max_completion_tokens' ? tokenLimit : 'max_tokens',
    takesTemperature: takesTemperature !== false,
  };
}

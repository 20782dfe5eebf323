import { sql } from 'kysely';
import { schemaModes } from '../../domain/resources/model.ts';
import type { Log } from '../../domain/system/log.ts';
import type { Database } from '../../store/database.ts';
import { storableJson } from '../../store/storable.ts';
import { createThrottledErrorLog } from '../../store/throttled-error-log.ts';
import { defaultCapabilities, type EndpointCapabilities } from './chat-exchange.ts';

/** Learned capabilities of an endpoint and model, shared by all processes and kept over restarts. */
export interface CapabilityMemory {
  read(): Promise<EndpointCapabilities>;
  /** Stores the capabilities that an answer showed. */
  store(capabilities: EndpointCapabilities): Promise<void>;
}

/** Learned capabilities expire after a week, because servers are updated. */
const lifetime = sql`interval '7 days'`;

/** Creates the memory of one endpoint; without the database it uses the capabilities that this process learned. */
export function createCapabilityMemory(database: Database, endpoint: string, log: Log): CapabilityMemory {
  const report = createThrottledErrorLog(log);
  let current: EndpointCapabilities | null = null;

  async function read(): Promise<EndpointCapabilities> {
    const { rows } = await sql<{ capabilities: unknown }>`
      select capabilities from model_endpoints
      where endpoint = ${endpoint} and learned_at > clock_timestamp() - ${lifetime}
    `.execute(database);
    return parseCapabilities(rows[0]?.capabilities) ?? defaultCapabilities;
  }

  return {
    async read() {
      if (current !== null) return current;
      try {
        current = await read();
      } catch (error) {
        report(error, 'the capabilities of the model endpoint could not be read');
        return defaultCapabilities;
      }
      return current;
    },
    async store(capabilities) {
      if (JSON.stringify(capabilities) === JSON.stringify(current)) return;
      current = capabilities;
      try {
        await sql`
          insert into model_endpoints as known (endpoint, capabilities, learned_at)
          values (${endpoint}, ${storableJson(capabilities)}::jsonb, clock_timestamp())
          on conflict (endpoint) do update set capabilities = excluded.capabilities, learned_at = excluded.learned_at
        `.execute(database);
      } catch (error) {
        report(error, 'the capabilities of the model endpoint could not be stored');
      }
    },
  };
}

function parseCapabilities(stored: unknown): EndpointCapabilities | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { schemaMode, isProven, needsSchemaText, tokenLimit, takesTemperature } =
    stored as Partial<EndpointCapabilities>;
  if (schemaMode === undefined || !schemaModes.includes(schemaMode)) return null;
  return {
    schemaMode,
    isProven: isProven === true,
    needsSchemaText: needsSchemaText === true,
    tokenLimit: tokenLimit === 'max_completion_tokens' ? tokenLimit : 'max_tokens',
    takesTemperature: takesTemperature !== false,
  };
}

import { sql } from 'kysely';
import type { Database } from '../../store/database.ts';

/** Tokens that one request to a model reserved. */
export interface TokenReservation {
  kind: 'reserved';
  /** Replaces the reserved tokens by those that the request used. */
  settle(usedTokens: number): Promise<void>;
}

/** A request that exceeds the tokens of the day. */
export interface TokenDenial {
  kind: 'denied';
  /** States the limit, the remaining tokens and the end of the day. Safe to show. */
  message: string;
}

/** Limits the model tokens of each account and day, over all processes of the database. */
export interface TokenBudget {
  /** Reserves tokens for a request before it is sent. Requests without an account are not limited. */
  reserve(accountId: string | null, tokens: number): Promise<TokenReservation | TokenDenial>;
}

/** Number of days for which counts are kept. */
const keptDays = 30;

const unlimited: TokenReservation = { kind: 'reserved', settle: async () => {} };

// Uses the database's clock, because the clocks of processes may differ.
const today = sql`(clock_timestamp() at time zone 'utc')::date`;

/** A budget without a limit, which counts nothing. */
export const unlimitedTokens: TokenBudget = { reserve: async () => unlimited };

/**
 * Creates a budget of `limit` tokens a day in UTC for each account. A request reserves its input and the longest
 * possible answer in one statement, so that concurrent requests cannot exceed the limit together. The reservation of a
 * process that ended stays counted.
 */
export function createTokenBudget(database: Database, limit: number): TokenBudget {
  async function settle(accountId: string, day: string, difference: number): Promise<void> {
    await sql`
      update model_tokens set tokens = greatest(0, tokens + ${difference}::bigint)
      where account_id = ${accountId} and day = ${day}::date
    `.execute(database);
  }

  async function deny(accountId: string, tokens: number): Promise<TokenDenial> {
    const { rows } = await sql<{ used: string; ends_at: string }>`
      select coalesce((select tokens from model_tokens where account_id = ${accountId} and day = ${today}), 0)::text as used,
        to_char(${today} + 1, 'YYYY-MM-DD"T00:00:00Z"') as ends_at
    `.execute(database);
    const left = Math.max(0, limit - Number(rows[0]?.used ?? 0));
    const message = `The request may use ${tokens} model tokens, and ${left} of the account's ${limit} tokens of today are left. The limit ends at ${rows[0]?.ends_at}. Try again then, or ask the operator to increase WEBDATA_MODEL_DAILY_TOKENS.`;
    return { kind: 'denied', message };
  }

  return {
    async reserve(accountId, tokens) {
      if (accountId === null) return unlimited;
      const { rows } = await sql<{ day: string }>`
        insert into model_tokens as counted (account_id, day, tokens)
        select ${accountId}, ${today}, ${tokens}::bigint where ${tokens}::bigint <= ${limit}::bigint
        on conflict (account_id, day) do update set tokens = counted.tokens + excluded.tokens
          where counted.tokens + excluded.tokens <= ${limit}::bigint
        returning day::text
      `.execute(database);
      const day = rows[0]?.day;
      if (day === undefined) return deny(accountId, tokens);
      return { kind: 'reserved', settle: (used) => settle(accountId, day, used - tokens) };
    },
  };
}

/** Deletes the counts of past days that are no longer kept; returns their number. */
export async function deleteOldTokenCounts(database: Database): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from model_tokens where day < ${today} - ${keptDays}::integer`.execute(database);
  return Number(numAffectedRows ?? 0);
}

import type { ClientBase } from 'pg';
import { creditRules } from './credit-rules.ts';
import { eventRules } from './event-rules.ts';
import { jobRules, objectRules } from './job-rules.ts';
import type { Rule, RuleParameter } from './rule.ts';

const rules: readonly Rule[] = [...creditRules, ...jobRules, ...objectRules, ...eventRules];
/** Maximum number of reported rows per violated rule. */
const shownRows = 3;

/** Values of the rules' parameters. */
export type RuleValues = Readonly<Record<RuleParameter, unknown>>;

/**
 * Queries the database for rows that violate an invariant, in one snapshot; the invariants hold at any moment.
 * `sinceJumpMs` is the time since the service's clock was moved. Returns one line per violated rule.
 */
export async function checkRules(
  client: ClientBase,
  values: RuleValues,
  sinceJumpMs: number,
): Promise<string[]> {
  const violations: string[] = [];
  await client.query('begin isolation level repeatable read read only');
  try {
    for (const { name, query, parameters = [], settleMs = 0 } of rules) {
      if (sinceJumpMs < settleMs) continue;
      const given = parameters.map((parameter) => values[parameter]);
      const { rows } = await client.query(query, given).catch((cause: unknown) => {
        throw new Error(`the rule "${name}" cannot be checked`, { cause });
      });
      if (rows.length === 0) continue;
      const shown = rows.slice(0, shownRows).map((row) => JSON.stringify(row));
      violations.push(`violated: ${name} (${rows.length} rows): ${shown.join(' ')}`);
    }
  } finally {
    await client.query('rollback');
  }
  return violations;
}

import type { ExitReport } from '../../domain/resources/exit.ts';
import { lostReason } from './lifecycle/sweep-sessions.ts';

/** A browser session in responses, in wire names (docs/api/browser.md#sessions). */
export interface SessionDocument {
  sid: string;
  status: 'open' | 'closed' | 'expired';
  /** Reason why the session is no longer open. */
  reason: string | null;
  url: string;
  title: string;
  exit: ExitReport | null;
  /** Id of the saved login that was loaded. */
  login: string | null;
  /** Number of steps performed. */
  steps: number;
  /** Credits charged so far: 1 per started minute. */
  credits: number;
  opened_at: string;
  last_step_at: string;
  expires_at: string;
  closed_at: string | null;
}

export const columns = [
  'session_id',
  'status',
  'reason',
  'url',
  'title',
  'exit',
  'login_id',
  'steps',
  'credits',
  'opened_at',
  'last_step_at',
  'expires_at',
  'closed_at',
  'lease_until',
  'process',
] as const;

interface Row {
  session_id: string;
  status: SessionDocument['status'];
  reason: string | null;
  url: string;
  title: string;
  exit: ExitReport | null;
  login_id: string | null;
  steps: number;
  credits: number;
  opened_at: Date;
  last_step_at: Date;
  expires_at: Date;
  closed_at: Date | null;
  lease_until: Date;
  process: string;
}

export function toDocument(row: Row, now: Date): SessionDocument {
  const isLost = row.status === 'open' && row.lease_until <= now;
  return {
    sid: row.session_id,
    status: isLost ? 'closed' : row.status,
    reason: isLost ? lostReason : row.reason,
    url: row.url,
    title: row.title,
    exit: row.exit,
    login: row.login_id,
    steps: row.steps,
    credits: row.credits,
    opened_at: row.opened_at.toISOString(),
    last_step_at: row.last_step_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    closed_at: (isLost ? row.lease_until : row.closed_at)?.toISOString() ?? null,
  };
}

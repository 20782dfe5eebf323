import { toWords } from '../text/format.ts';

const tones: Readonly<Record<string, 'good' | 'bad' | 'warn' | 'busy'>> = {
  ok: 'good',
  completed: 'good',
  delivered: 'good',
  active: 'good',
  failed: 'bad',
  blocked: 'bad',
  error: 'bad',
  unavailable: 'bad',
  disabled: 'bad',
  failing: 'bad',
  degraded: 'warn',
  unreachable: 'warn',
  expired: 'warn',
  limited: 'warn',
  low: 'warn',
  pending: 'busy',
  not_found: 'warn',
  budget_exhausted: 'warn',
  cancelled: 'warn',
  paused: 'warn',
  invalid: 'warn',
  running: 'busy',
  open: 'good',
  healthy: 'good',
  changed: 'busy',
  same: 'good',
  removed: 'warn',
  missing: 'warn',
  stopped: 'warn',
  muted: 'warn',
  needs_attention: 'warn',
  needs_input: 'warn',
  added: 'good',
  returned: 'good',
  queued: 'busy',
};

/** A status of the API in words and colour. */
export function StatusBadge({ status }: { status: string }) {
  return (
    <span class={`badge badge-${tones[status] ?? 'plain'}`}>
      <span class="badge-dot" aria-hidden="true" />
      {toWords(status)}
    </span>
  );
}

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
  not_found: 'warn',
  budget_exhausted: 'warn',
  cancelled: 'warn',
  paused: 'warn',
  invalid: 'warn',
  running: 'busy',
  open: 'good',
  healthy: 'good',
  degraded: 'warn',
  changed: 'busy',
  same: 'good',
  failing: 'bad',
  removed: 'warn',
  missing: 'warn',
  stopped: 'warn',
  muted: 'warn',
  needs_attention: 'warn',
  needs_input: 'warn',
  expired: 'warn',
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

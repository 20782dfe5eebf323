import { useState } from 'preact/hooks';
import type { Job } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { Play } from '../../components/icons.ts';
import { showError } from '../../components/toasts.tsx';
import { client } from '../../data/client.ts';
import { invalidate } from '../../data/query.ts';
import { hasScope } from '../../data/session.ts';
import { formatNumber } from '../../text/format.ts';
import { isAtLimit, limitOf } from './job-facts.ts';

/** Limits that are offered, the highest is that of the service. */
const limits = [500, 1_000, 2_500, 5_000] as const;

/** Says that a crawl has read as many pages as it may, and continues it with a higher limit. */
export function LimitNotice({ job }: { job: Job }) {
  const [isBusy, setBusy] = useState(false);
  const limit = limitOf(job);
  if (!isAtLimit(job) || limit === null) return null;
  const next = limits.find((one) => one > limit);
  const proceed = async (higher: number) => {
    setBusy(true);
    try {
      await client.value.actOnJob({ jid: job.jid, action: 'continue', limit: higher });
      invalidate('job');
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class="limit-notice" role="note">
      <p>
        <strong>The limit of {formatNumber(limit)} pages is reached.</strong> The site has more:{' '}
        {formatNumber(job.progress.discovered)} addresses are known. Pages that were read are not read again.
      </p>
      {hasScope('write') && next !== undefined && (
        <Button kind="primary" icon={Play} isBusy={isBusy} onClick={() => void proceed(next)}>
          {`Continue with ${formatNumber(next)}`}
        </Button>
      )}
    </div>
  );
}

import type { Receipt } from '../../../clients/typescript/src/index.ts';
import { formatBytes, formatDuration, toWords } from '../text/format.ts';
import { CopyButton } from './copy-button.tsx';
import { ReceiptCheck } from './receipt-check.tsx';

function exitText({ exit }: Receipt): string | null {
  if (exit === null) return null;
  const place = [exit.city, exit.country].filter((part) => part !== null).join(', ') || 'unknown country';
  return `${toWords(exit.network)} exit, ${place}${exit.verified ? ' (verified)' : ''}`;
}

/** Returns where the result of a receipt without attempts came from. */
function sourceOf({ derived_from: original, route }: Receipt): string {
  if (original !== null) return 'Cache';
  return route === 'upload' ? 'Sent file' : 'No page was fetched';
}

/**
 * Draws a receipt as the path of its page: each attempt, the exit, the time and the price. `result` is the response that
 * it covers, if that is shown.
 */
export function ReceiptPath({ receipt, result }: { receipt: Receipt; result?: object }) {
  const exit = exitText(receipt);
  const charges = receipt.charges.map(({ item, credits }) => `${item} ${credits}`).join(' + ');
  return (
    <section class="receipt" aria-label="Receipt">
      <ol class="receipt-path">
        {receipt.attempts.map((attempt, at) => (
          // The attempts of a receipt never change
          <li key={at} class={attempt.outcome === 'ok' ? 'step-good' : 'step-bad'}>
            <strong>{toWords(attempt.route)}</strong>
            <span>
              {attempt.outcome === 'ok' ? 'delivered' : toWords(attempt.outcome)}
              {attempt.status_code !== null && ` · ${attempt.status_code}`}
            </span>
            <span class="muted">
              {formatDuration(attempt.ms)} · {formatBytes(attempt.bytes)}
              {attempt.exit_country !== null && ` · ${attempt.exit_country}`}
            </span>
          </li>
        ))}
        {receipt.attempts.length === 0 && (
          <li class="step-good">
            <strong>{sourceOf(receipt)}</strong>
            <span class="muted">
              {formatDuration(receipt.ms)}
              {receipt.route === 'upload' && ` · ${formatBytes(receipt.bytes)}`}
            </span>
          </li>
        )}
        <li class="step-end">
          <strong>
            {receipt.credits} {receipt.credits === 1 ? 'credit' : 'credits'}
          </strong>
          <span>{charges || 'free'}</span>
          <span class="muted">{formatDuration(receipt.ms)} in total</span>
        </li>
      </ol>
      <dl class="receipt-facts">
        {exit !== null && (
          <div>
            <dt>Exit</dt>
            <dd>{exit}</dd>
          </div>
        )}
        {receipt.robots !== null && (
          <div>
            <dt>robots.txt</dt>
            <dd>{toWords(receipt.robots.verdict)}</dd>
          </div>
        )}
        <div>
          <dt>Receipt</dt>
          <dd>
            <code>{receipt.id}</code>
            <CopyButton text={JSON.stringify(receipt)} label="Copy the signed receipt" />
            <ReceiptCheck result={result ?? receipt} />
          </dd>
        </div>
      </dl>
    </section>
  );
}

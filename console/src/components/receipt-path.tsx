import './receipt.css';
import type { Receipt } from '../../../clients/typescript/src/index.ts';
import { countryName } from '../text/country-name.ts';
import { countOf, formatBytes, formatDateTime, formatDuration, toWords } from '../text/format.ts';
import { networkName } from '../text/network-name.ts';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icon.tsx';
import { BadgeCheck, CircleAlert } from './icons.ts';
import { useVerification, type Verification, verificationText } from './use-verification.ts';

function exitText({ exit }: Receipt): string | null {
  if (exit === null) return null;
  const country = exit.country === null ? 'country not known' : countryName(exit.country);
  const place = exit.city === null ? country : `${exit.city}, ${country}`;
  return `${place}, ${networkName(exit.network)}${exit.verified ? ' (verified)' : ''}`;
}

/** Returns where the result of a receipt without attempts came from: for several pages, what was charged. */
function sourceOf({ derived_from: original, route, charges }: Receipt): string {
  if (original !== null) return 'Cache';
  if (route === 'upload') return 'Sent file';
  const items = [...new Set(charges.map(({ item }) => toWords(item)))];
  return items.length > 0 ? items.join(' and ') : 'No page was fetched';
}

/** Returns the routes that were tried, in their order, without repetitions. */
function routesOf(receipt: Receipt): string {
  const routes = [...new Set(receipt.attempts.map(({ route }) => toWords(route)))];
  return routes.length === 0 ? sourceOf(receipt) : routes.join(' → ');
}

/** The result of the verification in one word; nothing while it runs, or if this browser cannot verify. */
function Mark({ verification }: { verification: Verification | null }) {
  if (verification === null || 'failure' in verification) return null;
  const { valid } = verification.state;
  return (
    <span class={`receipt-mark ${valid ? 'receipt-valid' : 'receipt-invalid'}`}>
      <Icon icon={valid ? BadgeCheck : CircleAlert} size={14} />
      {valid ? 'verified' : 'not valid'}
    </span>
  );
}

/** Each attempt to load the page, and the price. */
function Path({ receipt }: { receipt: Receipt }) {
  const charges = receipt.charges.map(({ item, credits }) => `${toWords(item)} ${credits}`).join(' + ');
  return (
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
        <strong>{countOf(receipt.credits, 'credit')}</strong>
        <span>{charges || 'free'}</span>
        <span class="muted">{formatDuration(receipt.ms)} in total</span>
      </li>
    </ol>
  );
}

/**
 * A receipt in one line, verified in the browser; opened, the path of its page: each attempt, the exit, the time and the
 * price. `result` is the response that it covers, if that is shown.
 */
export function ReceiptPath({ receipt, result }: { receipt: Receipt; result?: object }) {
  const verification = useVerification(result ?? receipt);
  const exit = exitText(receipt);
  return (
    <section class="receipt" aria-label="Receipt">
      <details>
        <summary>
          <span>
            {countOf(receipt.credits, 'credit')} · {routesOf(receipt)} · {formatDuration(receipt.ms)}
          </span>
          <Mark verification={verification} />
        </summary>
        <div class="receipt-body">
          <Path receipt={receipt} />
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
              <dt>Read</dt>
              <dd>{formatDateTime(receipt.fetched_at)}</dd>
            </div>
            <div>
              <dt>Receipt</dt>
              <dd>
                <code>{receipt.id}</code>
                <CopyButton text={JSON.stringify(receipt)} label="Copy the signed receipt" />
              </dd>
            </div>
          </dl>
          <p class="receipt-check" role="status">
            {verification === null ? 'The receipt is being verified.' : verificationText(verification)}
          </p>
        </div>
      </details>
    </section>
  );
}

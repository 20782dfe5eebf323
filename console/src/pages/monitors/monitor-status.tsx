import type { GetMonitorAnswer, Schedule } from '../../../../clients/typescript/src/index.ts';
import { RunTimes } from '../../components/next-runs.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { WebLink } from '../../components/web-link.tsx';
import { scheduleText } from '../../text/schedule.ts';
import { recipientsOf, watchText } from './monitor-facts.ts';

/** What the last check found, or that one runs. */
function Lead({ monitor }: { monitor: GetMonitorAnswer }) {
  const { latest_check: latest, checking } = monitor;
  const error = monitor.checks[0]?.error ?? null;
  if (checking !== null)
    return (
      <p class="monitor-lead" role="status">
        <span class="spinner" aria-hidden="true" />
        <strong>Checking now</strong>
      </p>
    );
  if (latest === null)
    return (
      <p class="monitor-lead">
        <strong>Not checked so far</strong>
      </p>
    );
  return (
    <p class="monitor-lead" role={error === null ? undefined : 'alert'}>
      <StatusBadge status={latest.state} />
      <strong>{error === null ? latest.summary : error.message}</strong>
    </p>
  );
}

/** The result of the last check, when it was and when the next one is; below it what is watched, and who is told. */
export function MonitorStatus({ monitor }: { monitor: GetMonitorAnswer }) {
  const { latest_check: latest, next_runs: nextRuns, last_change: lastChange } = monitor;
  const schedule = monitor.schedule as unknown as Schedule;
  const { webhook, email, isMuted } = recipientsOf(monitor);
  const recipients = [...webhook, ...email];
  const next = nextRuns[0];
  return (
    <section class="panel monitor-status" aria-label="Last check">
      <Lead monitor={monitor} />
      <p class="monitor-times">
        {latest !== null && (
          <span>
            Checked <Time at={latest.at} />
          </span>
        )}
        <span>
          {next === undefined ? (
            'No further check is planned'
          ) : (
            <>
              Next check <Time at={next} />
            </>
          )}
        </span>
        <span>
          {lastChange === null ? (
            'No change so far'
          ) : (
            <>
              Last change <Time at={lastChange} />
            </>
          )}
        </span>
      </p>
      <dl class="monitor-facts">
        <div>
          <dt>Watches</dt>
          <dd>
            {watchText(monitor)}
            {monitor.url !== null && (
              <WebLink class="url" href={monitor.url}>
                {monitor.url}
              </WebLink>
            )}
          </dd>
        </div>
        <div>
          <dt>Notifies</dt>
          <dd>
            {isMuted && <StatusBadge status="muted" />}
            {recipients.length === 0
              ? 'Nobody. Changes appear here and in the feed.'
              : recipients.map((recipient) => (
                  <span key={recipient} class="url">
                    {recipient}
                  </span>
                ))}
          </dd>
        </div>
        <div>
          <dt>Schedule</dt>
          <dd>
            <details>
              <summary>{scheduleText(schedule)}</summary>
              <div class="next-runs">
                <RunTimes nextRuns={nextRuns} />
              </div>
            </details>
          </dd>
        </div>
      </dl>
    </section>
  );
}

import '../styles/schedule.css';
import { useId, useState } from 'preact/hooks';
import type { Schedule, ScheduleInput } from '../../../clients/typescript/src/index.ts';

/** Properties of {@link ScheduleField}. */
export interface ScheduleFieldProps {
  value: Schedule | ScheduleInput | null;
  onChange(schedule: ScheduleInput | null): void;
  /** Label of the choice without a schedule; null if a schedule is required. */
  noneLabel: string | null;
}

const intervals = [
  ['5m', 'Every 5 minutes'],
  ['15m', 'Every 15 minutes'],
  ['1h', 'Every hour'],
  ['6h', 'Every 6 hours'],
  ['1d', 'Every day'],
  ['1w', 'Every week'],
] as const;

const localZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const firstCron = '0 7 * * *';

/** Chooses when work starts: an interval, or a cron expression with a time zone. */
export function ScheduleField({ value, onChange, noneLabel }: ScheduleFieldProps) {
  const id = useId();
  const [cron, setCron] = useState(value !== null && 'cron' in value ? value.cron : firstCron);
  const [zone, setZone] = useState((value !== null && 'cron' in value && value.timezone) || localZone);
  const every = value !== null && 'every' in value ? value.every : null;
  const isCron = value !== null && 'cron' in value;
  const isOther = every !== null && !intervals.some(([interval]) => interval === every);
  const choose = (choice: string) => {
    if (choice === '') onChange(noneLabel === null ? { paused: true } : null);
    else onChange(choice === 'cron' ? { cron, timezone: zone } : { every: choice });
  };
  return (
    <div class="field">
      <div class="field-head">
        <label for={id}>Schedule</label>
      </div>
      <select
        id={id}
        value={isCron ? 'cron' : (every ?? '')}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {intervals.map(([interval, label]) => (
          <option key={interval} value={interval}>
            {label}
          </option>
        ))}
        {isOther && <option value={every}>{`Every ${every}`}</option>}
        <option value="cron">At fixed times (cron)</option>
        <option value="">{noneLabel ?? 'Paused'}</option>
      </select>
      {isCron && (
        <div class="field-row">
          <input
            type="text"
            aria-label="Cron expression: minute, hour, day of the month, month, day of the week"
            value={cron}
            onInput={(event) => {
              setCron(event.currentTarget.value);
              onChange({ cron: event.currentTarget.value, timezone: zone });
            }}
          />
          <input
            type="text"
            aria-label="Time zone"
            value={zone}
            onInput={(event) => {
              setZone(event.currentTarget.value);
              onChange({ cron, timezone: event.currentTarget.value });
            }}
          />
        </div>
      )}
    </div>
  );
}

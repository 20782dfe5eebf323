import '../styles/schedule.css';
import { useId, useState } from 'preact/hooks';
import type { Schedule, ScheduleInput } from '../../../clients/typescript/src/index.ts';
import { formatStart } from '../text/format.ts';
import { cronOf, type DailyTime, dailyTimeOf, nextStart } from '../text/next-start.ts';
import { scheduleText } from '../text/schedule.ts';

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

const dayChoices = [
  ['*', 'Every day'],
  ['1-5', 'Monday to Friday'],
  ['0,6', 'Saturday and Sunday'],
  ['1', 'Mondays'],
  ['2', 'Tuesdays'],
  ['3', 'Wednesdays'],
  ['4', 'Thursdays'],
  ['5', 'Fridays'],
  ['6', 'Saturdays'],
  ['0', 'Sundays'],
] as const;

const localZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const firstCron = '0 7 * * *';

/** A schedule of fixed times. */
interface FixedTimes {
  cron: string;
  timezone: string;
}

interface FixedTimesProps {
  value: FixedTimes;
  onChange(value: FixedTimes): void;
}

/** One time on some days of the week. */
function DailyField({ value, onChange }: FixedTimesProps) {
  const daily = dailyTimeOf(value.cron) ?? { time: '07:00', days: '*' };
  const change = (changes: Partial<DailyTime>) =>
    onChange({ ...value, cron: cronOf({ ...daily, ...changes }) });
  return (
    <div class="field-row">
      <select
        aria-label="Days"
        value={daily.days}
        onChange={(event) => change({ days: event.currentTarget.value })}
      >
        {dayChoices.map(([days, label]) => (
          <option key={days} value={days}>
            {label}
          </option>
        ))}
      </select>
      <input
        type="time"
        aria-label="Time of the day"
        value={daily.time}
        onInput={(event) => {
          if (event.currentTarget.value !== '') change({ time: event.currentTarget.value });
        }}
      />
    </div>
  );
}

function CronField({ value, onChange }: FixedTimesProps) {
  return (
    <div class="field-row">
      <input
        type="text"
        aria-label="Cron expression: minute, hour, day of the month, month, day of the week"
        value={value.cron}
        onInput={(event) => onChange({ ...value, cron: event.currentTarget.value })}
      />
      <input
        type="text"
        aria-label="Time zone"
        value={value.timezone}
        onInput={(event) => onChange({ ...value, timezone: event.currentTarget.value })}
      />
    </div>
  );
}

/** What a schedule means in words, and when it starts work next. */
function Meaning({ value }: { value: Schedule | ScheduleInput }) {
  const next = nextStart(value, Date.now());
  return (
    <p class="field-help schedule-meaning">
      {scheduleText(value)}
      {next !== null && `, next on ${formatStart(next)}`}
    </p>
  );
}

/** Chooses when work starts: an interval, a time of the day, or a cron expression with a time zone. */
export function ScheduleField({ value, onChange, noneLabel }: ScheduleFieldProps) {
  const id = useId();
  const given = value !== null && 'cron' in value ? value : null;
  const [fixed, setFixed] = useState<FixedTimes>({
    cron: given?.cron ?? firstCron,
    timezone: given?.timezone ?? localZone,
  });
  const [isExpression, setExpression] = useState(given !== null && dailyTimeOf(given.cron) === null);
  const every = value !== null && 'every' in value ? value.every : null;
  const isOther = every !== null && !intervals.some(([interval]) => interval === every);
  const change = (next: FixedTimes) => {
    setFixed(next);
    onChange(next);
  };
  const choose = (choice: string) => {
    setExpression(choice === 'cron');
    if (choice === 'cron' || choice === 'daily') onChange(fixed);
    else if (choice === '') onChange(noneLabel === null ? { paused: true } : null);
    else onChange({ every: choice });
  };
  const chosen = given === null ? (every ?? '') : isExpression ? 'cron' : 'daily';
  return (
    <div class="field">
      <div class="field-head">
        <label for={id}>Schedule</label>
      </div>
      <select id={id} value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
        {intervals.map(([interval, label]) => (
          <option key={interval} value={interval}>
            {label}
          </option>
        ))}
        {isOther && <option value={every}>{scheduleText({ every })}</option>}
        <option value="daily">At a time of the day</option>
        <option value="cron">At fixed times (cron)</option>
        <option value="">{noneLabel ?? 'Paused'}</option>
      </select>
      {chosen === 'daily' && <DailyField value={fixed} onChange={change} />}
      {chosen === 'cron' && <CronField value={fixed} onChange={change} />}
      {value !== null && <Meaning value={value} />}
    </div>
  );
}

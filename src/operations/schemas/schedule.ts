import { z } from 'zod';
import { maxCronLength, type Schedule, validateSchedule } from '../../domain/resources/schedule.ts';
import { itemAt } from '../../domain/values/elements.ts';
import { exactlyOne, needsField, withFieldRules } from '../declaration/field-rules.ts';
import { withSchemaName } from '../schema-names.ts';

const everySchema = z.strictObject({
  every: z.string().max(20).describe('an interval: a number and s, m, h, d or w'),
});
const cronSchema = z.strictObject({
  cron: z
    .string()
    .max(maxCronLength)
    .describe('cron expression of five fields: minute, hour, day of the month, month, day of the week'),
  timezone: z
    .string()
    .max(100)
    .default('UTC')
    .describe(
      'a time zone of the IANA database; a fixed hour runs once on each day, also with a clock change',
    ),
});
const pausedSchema = z.strictObject({
  paused: z.literal(true).describe('stops runs until another schedule is set'),
});

/** A schedule in requests. */
export const scheduleSchema: z.ZodType<Schedule, Schedule | { cron: string; timezone?: string }> =
  withSchemaName(
    'ScheduleInput',
    z
      .union([everySchema, cronSchema, pausedSchema])
      .check((context) => {
        const error = validateSchedule(context.value);
        if (error === null) return;
        const { field, detail } = error;
        context.issues.push({ code: 'custom', path: [field], message: detail, input: context.value });
      })
      .describe('`{every}`, `{cron, timezone}` or `{paused: true}`'),
  );

/** A schedule in responses. */
export const scheduleDocumentSchema: z.ZodType<Schedule> = withSchemaName(
  'Schedule',
  z
    .union([
      z.object({ every: z.string().describe('Interval: a number and s, m, h, d or w.') }),
      z.object({
        cron: z.string().describe('Cron expression of five fields, in `timezone`.'),
        timezone: z.string().describe('Time zone of the IANA database.'),
      }),
      z.object({ paused: z.literal(true).describe('Runs are stopped until another schedule is set.') }),
    ])
    .describe('Schedule of the runs: an interval, a cron expression, or paused.'),
);

const oneForm = 'must have exactly one of every, cron (with timezone) and paused';
const scheduleFields = z
  .strictObject({
    every: z.string().max(20).optional().describe('an interval: a number and s, m, h, d or w'),
    cron: z.string().max(maxCronLength).optional().describe('cron expression of five fields, in `timezone`'),
    timezone: z
      .string()
      .max(100)
      .optional()
      .describe('a time zone of the IANA database, for `cron`; default UTC'),
    paused: z.literal(true).optional().describe('stops runs until another schedule is set'),
  })
  .check((context) => {
    const schedule = toSchedule(context.value);
    const error = schedule === null ? null : validateSchedule(schedule);
    if (error === null) return;
    const { field, detail } = error;
    context.issues.push({ code: 'custom', path: [field], message: detail, input: context.value });
  });

/** A schedule as a request body: exactly one of its forms. */
export const scheduleBody = withFieldRules(scheduleFields, [
  exactlyOne(['every', 'cron', 'paused'], oneForm),
  needsField('timezone', 'cron', oneForm),
]);

/** Converts the body to a schedule; null unless it has exactly one form. */
export function toSchedule(body: {
  every?: string | undefined;
  cron?: string | undefined;
  timezone?: string | undefined;
  paused?: true | undefined;
}): Schedule | null {
  const { every, cron, timezone, paused } = body;
  const schedules: Schedule[] = [];
  if (every !== undefined) schedules.push({ every });
  if (cron !== undefined) schedules.push({ cron, timezone: timezone ?? 'UTC' });
  if (paused !== undefined) schedules.push({ paused });
  if (schedules.length !== 1 || (timezone !== undefined && cron === undefined)) return null;
  return itemAt(schedules, 0);
}

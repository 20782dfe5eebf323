import { z } from 'zod';
import { longestCron, type Schedule, scheduleFault } from '../../domain/schedule.ts';
import { named } from '../schema-names.ts';

const everySchema = z.strictObject({
  every: z.string().max(20).describe('a span of time: a number and s, m, h, d or w'),
});
const cronSchema = z.strictObject({
  cron: z
    .string()
    .max(longestCron)
    .describe('five fields: minute, hour, day of the month, month, day of the week'),
  timezone: z
    .string()
    .max(100)
    .default('UTC')
    .describe(
      'a zone of the IANA database; a set hour runs once a day there, also when the clock is changed',
    ),
});
const pausedSchema = z.strictObject({ paused: z.literal(true) });

/** When something comes round, as callers write it. */
export const scheduleSchema: z.ZodType<Schedule, Schedule | { cron: string; timezone?: string }> = named(
  'Schedule',
  z
    .union([everySchema, cronSchema, pausedSchema])
    .check((context) => {
      const fault = scheduleFault(context.value);
      if (fault === null) return;
      const { field, detail } = fault;
      context.issues.push({ code: 'custom', path: [field], message: detail, input: context.value });
    })
    .describe('`{every}`, `{cron, timezone}` or `{paused: true}`'),
);

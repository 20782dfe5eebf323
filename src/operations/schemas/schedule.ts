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
  'ScheduleWish',
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

/** A schedule as it is answered. */
export const scheduleDocumentSchema: z.ZodType<Schedule> = named(
  'Schedule',
  z.union([
    z.object({ every: z.string() }),
    z.object({ cron: z.string(), timezone: z.string() }),
    z.object({ paused: z.literal(true) }),
  ]),
);

/** A schedule as a body of its own: exactly one of its forms. */
export const scheduleBody = z
  .strictObject({
    every: z.string().max(20).optional().describe('a span of time: a number and s, m, h, d or w'),
    cron: z.string().max(longestCron).optional().describe('five fields, in `timezone`'),
    timezone: z
      .string()
      .max(100)
      .optional()
      .describe('a zone of the IANA database, with `cron`; UTC unless told'),
    paused: z.literal(true).optional().describe('no runs until another schedule is set'),
  })
  .check((context) => {
    const given = toSchedule(context.value);
    const fault =
      given === null
        ? { field: null, detail: 'exactly one of every, cron (with timezone) and paused' }
        : scheduleFault(given);
    if (fault === null) return;
    const path = fault.field === null ? [] : [fault.field];
    context.issues.push({ code: 'custom', path, message: fault.detail, input: context.value });
  });

/** The schedule that a body of its own holds; null when it is not exactly one. */
export function toSchedule(body: {
  every?: string | undefined;
  cron?: string | undefined;
  timezone?: string | undefined;
  paused?: true | undefined;
}): Schedule | null {
  const { every, cron, timezone, paused } = body;
  const forms: Schedule[] = [];
  if (every !== undefined) forms.push({ every });
  if (cron !== undefined) forms.push({ cron, timezone: timezone ?? 'UTC' });
  if (paused !== undefined) forms.push({ paused });
  if (forms.length !== 1 || (timezone !== undefined && cron === undefined)) return null;
  return forms[0] as Schedule;
}

import { z } from 'zod';
import type { Step } from '../../../domain/pages/page-command.ts';
import { exactlyOne, withFieldRules } from '../../../operations/declaration/field-rules.ts';
import { pressesCharacter, secretField } from '../../../operations/declaration/secret-fields.ts';
import { toScreenshot } from './formats.ts';

const selector = z.string().min(1).max(2_000);
/** Maximum sum of all waits of a request in milliseconds. */
const maxTotalWaitMs = 60_000;

const wait = withFieldRules(
  z.looseObject({
    type: z.literal('wait'),
    milliseconds: z.int().min(0).max(maxTotalWaitMs).nullish(),
    selector: selector.nullish(),
  }),
  [exactlyOne(['milliseconds', 'selector'], 'wait needs either milliseconds or selector')],
);

const screenshotShape = {
  fullPage: z.boolean().nullish(),
  quality: z.int().min(1).max(100).nullish(),
  viewport: z.looseObject({ width: z.int().min(1).max(7_680), height: z.int().min(1).max(4_320) }).nullish(),
};

const paperShape = {
  format: z
    .enum(['A0', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'Letter', 'Legal', 'Tabloid', 'Ledger'])
    .nullish(),
  landscape: z.boolean().nullish(),
  scale: z.number().min(0.1).max(2).nullish(),
};

const action = z.discriminatedUnion('type', [
  wait,
  z.looseObject({ type: z.literal('click'), selector, all: z.boolean().nullish() }),
  z.looseObject({ type: z.literal('write'), text: secretField(z.string().max(100_000)) }),
  z.looseObject({ type: z.literal('press'), key: secretField(z.string().min(1).max(50), pressesCharacter) }),
  z.looseObject({
    type: z.literal('scroll'),
    direction: z.enum(['up', 'down']).nullish(),
    selector: selector.nullish(),
  }),
  z.looseObject({ type: z.literal('screenshot'), ...screenshotShape }),
  z.looseObject({ type: z.literal('scrape') }),
  z.looseObject({
    type: z.literal('executeJavascript'),
    script: secretField(z.string().min(1).max(100_000)),
  }),
  z.looseObject({ type: z.literal('pdf'), ...paperShape }),
  z.looseObject({ type: z.literal('generatePDF'), ...paperShape }),
]);

type Action = z.output<typeof action>;

/** Schema of `actions`, which are run as browser steps before the page is read. */
export const actionsSchema = z
  .array(action)
  .max(50)
  .refine(
    (actions) =>
      actions.reduce((sum, one) => sum + (one.type === 'wait' ? (one.milliseconds ?? 0) : 0), 0) <=
      maxTotalWaitMs,
    `the sum of all waits must be at most ${maxTotalWaitMs} milliseconds`,
  );

const emptyStep = {
  selector: null,
  text: null,
  key: null,
  ms: null,
  direction: null,
  amount: null,
  timeoutMs: null,
};

/** Converts one action to a browser step. */
function toStep(one: Action): Step {
  switch (one.type) {
    case 'wait':
      return one.selector == null
        ? { ...emptyStep, type: 'wait', ms: one.milliseconds ?? 0 }
        : { ...emptyStep, type: 'wait_for', selector: one.selector };
    case 'click':
      return { ...emptyStep, type: 'click', selector: one.selector, all: one.all ?? false };
    case 'write':
      return { ...emptyStep, type: 'type', text: one.text };
    case 'press':
      return { ...emptyStep, type: 'press', key: one.key };
    case 'scroll':
      return {
        ...emptyStep,
        type: 'scroll',
        selector: one.selector ?? null,
        direction: one.direction ?? 'down',
      };
    case 'screenshot':
      return { ...emptyStep, type: 'screenshot', screenshot: toScreenshot(one) };
    case 'scrape':
      return { ...emptyStep, type: 'read' };
    case 'executeJavascript':
      return { ...emptyStep, type: 'run', text: one.script };
    case 'pdf':
    case 'generatePDF': {
      const { format, landscape, scale } = one;
      const paperOptions = { format: format ?? 'A4', landscape: landscape ?? false, scale: scale ?? 1 };
      return { ...emptyStep, type: 'print', paper: paperOptions };
    }
  }
}

/** Converts validated actions to browser steps. */
export function toSteps(actions: readonly Action[]): Step[] {
  return actions.map(toStep);
}

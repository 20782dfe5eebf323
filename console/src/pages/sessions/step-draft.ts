import type { AnyStep, Inputs, NewInput } from '../../components/step-kinds.ts';
import { inputNameOf } from '../../text/step.ts';

/** The steps of a session and the inputs that they ask for. */
export interface Recording {
  steps: readonly AnyStep[];
  inputs: Inputs;
}

/** What the user has changed in a recording. */
export interface StepDraft extends Recording {
  /** The recorded steps at the last change, as JSON. */
  seen: readonly string[];
}

/** A draft without changes. */
export const emptyDraft: StepDraft = { steps: [], inputs: {}, seen: [] };

/** Returns the recording in the answer of the service. */
export function recordingOf(recording: { steps?: unknown; inputs?: unknown } | undefined): Recording {
  const { properties } = (recording?.inputs ?? {}) as { properties?: Inputs };
  const steps = Array.isArray(recording?.steps) ? (recording.steps as AnyStep[]) : [];
  return { steps, inputs: properties ?? {} };
}

/**
 * Returns a draft with the steps that were recorded since its last change. A recorded step can still change, while the user
 * types on: if the draft has it unchanged, it is replaced there; if it was edited or deleted, the last one is added again.
 */
export function mergeRecorded(draft: StepDraft, recorded: Recording): Recording {
  const steps = [...draft.steps];
  for (const [at, step] of recorded.steps.entries()) {
    const before = draft.seen[at];
    if (before === JSON.stringify(step)) continue;
    const place = before === undefined ? -1 : steps.findIndex((one) => JSON.stringify(one) === before);
    if (place !== -1) steps[place] = step;
    else if (before === undefined || at === draft.seen.length - 1) steps.push(step);
  }
  return { steps, inputs: { ...recorded.inputs, ...draft.inputs } };
}

/** Returns the draft after the user changed the steps, and made a value an input. */
export function changeDraft(
  draft: StepDraft,
  recorded: Recording,
  steps: readonly AnyStep[],
  input: NewInput | null,
): StepDraft {
  return {
    steps,
    inputs: input === null ? draft.inputs : { ...draft.inputs, [input.name]: input.schema },
    seen: recorded.steps.map((step) => JSON.stringify(step)),
  };
}

/** Returns the inputs that the steps ask for. */
export function usedInputs({ steps, inputs }: Recording): [name: string, schema: Inputs[string]][] {
  const text = JSON.stringify(steps);
  return Object.entries(inputs).filter(([name]) => text.includes(`{{${name}}}`));
}

/** Returns the names of the inputs that each run must be given. */
export function requiredInputs(recording: Recording): string[] {
  return usedInputs(recording)
    .filter(([, schema]) => schema.default === undefined)
    .map(([name]) => name);
}

/** Returns the steps and inputs of the workflow that performs a recording. */
export function toWorkflow(recording: Recording) {
  const required = requiredInputs(recording);
  return {
    steps: [...recording.steps],
    inputs: {
      type: 'object',
      properties: Object.fromEntries(usedInputs(recording)),
      ...(required.length > 0 && { required }),
    },
  };
}

/** The page of a monitor: its address, and the steps before it is read. */
export interface PageWithSteps {
  url: string;
  steps: AnyStep[];
}

/** Returns the steps of a page request for a recorded step; null if a page request has no such step. */
function toPageSteps(step: AnyStep): AnyStep[] | null {
  const { type, target, text, key, ms, direction, amount, timeout_ms: timeout, submit } = step;
  const shared = { ...(timeout !== undefined && { timeout_ms: timeout }) };
  const place = { ...(target !== undefined && { target }) };
  const enter = submit === true ? [{ type: 'press', key: 'Enter', ...place }] : [];
  switch (type) {
    case 'type':
      return step.append === true ? null : [{ type, ...place, text, ...shared }, ...enter];
    case 'click':
      return target === undefined || step.double === true ? null : [{ type, target, ...shared }];
    case 'press':
      return [{ type, ...place, key, ...shared }];
    case 'wait':
      return [{ type, ms }];
    case 'wait_for':
      return [{ type, ...place, ...(text !== undefined && { text }), ...shared }];
    case 'scroll':
      if (direction === 'left' || direction === 'right') return null;
      return [
        {
          type,
          ...place,
          ...(direction !== undefined && { direction }),
          ...(amount !== undefined && { amount }),
        },
      ];
    case 'evaluate':
      return [{ type: 'script', text, ...shared }];
    default:
      return null;
  }
}

/** Types of steps that change nothing on the page. */
const readingTypes: ReadonlySet<string> = new Set(['read', 'screenshot', 'extract']);

/**
 * Returns the page that a monitor reads to see what the steps lead to: the last address that was opened, and the steps
 * after it. Returns the reason in words if a monitor cannot perform them.
 */
export function toPageWithSteps(
  { steps }: Recording,
  describe: (step: AnyStep) => string,
): PageWithSteps | string {
  const start = steps.findLastIndex(({ type }) => type === 'goto');
  const url = steps[start]?.url;
  if (typeof url !== 'string') return 'The steps open no address. Go to one in the session first.';
  const after = steps.slice(start + 1).filter(({ type }) => !readingTypes.has(type));
  const pageSteps: AnyStep[] = [];
  for (const step of [{ type: 'goto', url }, ...after]) {
    const asked = Object.values(step)
      .map(inputNameOf)
      .find((name) => name !== null);
    if (asked !== undefined)
      return `A monitor has nobody to ask for the input ${asked}. Save the login, and watch the page with it.`;
    if (step.type === 'goto') continue;
    const converted = toPageSteps(step);
    if (converted === null) return `A monitor cannot perform this step: ${describe(step)}.`;
    pageSteps.push(...converted);
  }
  return { url, steps: pageSteps };
}

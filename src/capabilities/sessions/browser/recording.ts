import type { BrowserAction } from '../../../domain/pages/browser-action.ts';
import type { JsonSchema } from '../../../domain/pages/extraction.ts';
import { maskAddress } from '../../../domain/secrets/mask-address.ts';
import type { SecretFilter } from '../../../domain/secrets/secret-filter.ts';
import type { HandStep } from '../../../web/browser/steps/hand-recorder.ts';

/** A recorded step, with the wire names of a workflow step. */
export interface RecordedStep {
  type: string;
  [field: string]: unknown;
}

/**
 * The steps of a session as a workflow that replays them. A document in wire names. Text typed into secret fields, at
 * once or key by key, becomes an input.
 */
export interface SessionRecording {
  name: string;
  steps: RecordedStep[];
  /** JSON Schema of the inputs of a replay. */
  inputs: JsonSchema;
}

/** Records the steps of one session. */
export interface SessionRecorder {
  /**
   * Adds a completed step. `target` names its element by selector or text, not by number. With `isSecret` the typed
   * text is not stored.
   */
  add(action: BrowserAction, target: string | null, isSecret: boolean): void;
  /**
   * Adds a step that a person has done in the live view. It continues the last step if that was done by hand in the same place:
   * what is typed into a field replaces the click on it and its earlier text, and scrolling on adds up. Steps of the API that
   * only look at the page do not come between, and the secret text of one field is one input, whatever does.
   */
  addByHand(step: HandStep): void;
  recording(): SessionRecording;
}

const maxSteps = 500;
/** Steps that only read, or that concern the session itself. */
const unrecordedTypes: ReadonlySet<string> = new Set(['snapshot', 'live', 'log', 'save_login']);

/** Steps that do not change what a field holds. */
const quietTypes: ReadonlySet<string> = new Set([
  'evaluate',
  'extract',
  'hover',
  'read',
  'screenshot',
  'scroll',
  'wait',
  'wait_for',
]);

/** Returns the fields of an action that differ from the defaults, in wire names. */
function toRecordedStep(action: BrowserAction, target: string | null): RecordedStep {
  const fields: Record<string, unknown> = {
    target,
    text: action.text,
    to: action.to,
    from_x: action.fromX,
    from_y: action.fromY,
    x: action.x,
    y: action.y,
    url: action.url,
    key: action.key,
    values: action.values.length === 0 ? null : action.values,
    ms: action.ms,
    direction: action.direction,
    amount: action.amount,
    tab: action.tab,
    files: action.files.length === 0 ? null : action.files,
    submit: action.submit || null,
    append: action.append || null,
    double: action.double || null,
    dialog: action.dialog,
    full_page: action.fullPage || null,
    quality: action.quality,
    schema: action.schema,
    prompt: action.prompt,
    timeout_ms: action.timeoutMs,
  };
  const setFields = Object.entries(fields).filter(([, value]) => value !== null);
  return { type: action.type, ...Object.fromEntries(setFields) };
}

/** A step that was done by hand, and as it was recorded. */
interface RecordedHandStep extends HandStep {
  step: RecordedStep;
}

/** Returns true if a step continues the one before: the text of a field, the choice in a list, or, at once, scrolling. */
function continuesStep(before: HandStep, { action, target }: HandStep, isNext: boolean): boolean {
  const isSamePlace = target !== null && target === before.target;
  if (action.type === 'scroll')
    return isNext && before.action.type === 'scroll' && before.action.direction === action.direction;
  if (action.type === 'type' || action.type === 'select')
    return isSamePlace && [action.type, 'click'].includes(before.action.type);
  return false;
}

/** Creates a recorder of a session that starts at `url`. It returns no value that `secrets` holds. */
export function createRecorder(sid: string, url: string | null, secrets: SecretFilter): SessionRecorder {
  const steps: RecordedStep[] = [];
  const inputs: Record<string, JsonSchema> = {};
  /** The step that stands for the keys that are pressed in a secret field, until another step follows. */
  let typedKeys: RecordedStep | null = null;
  /** What a person has typed into each field, by its document and target. */
  const typedFields = new Map<string, RecordedHandStep>();
  /** The last step, if it was done by hand. */
  let byHand: RecordedHandStep | null = null;

  /** Creates an input for a secret text; returns the text that a replay fills in. */
  function addInput(target: string | null): string {
    return createInput('password', `Typed into ${target ?? 'the focused field'}`);
  }

  function createInput(kind: 'password' | 'address', description: string): string {
    const count = Object.keys(inputs).length;
    const name = count === 0 ? kind : `${kind}_${count + 1}`;
    inputs[name] = { type: 'string', format: 'password', writeOnly: true, description };
    return `{{${name}}}`;
  }

  /** Returns what was typed by hand into the field of a step before; null for the first text of a field. */
  function findTyped({ document, target }: HandStep): RecordedHandStep | null {
    return document === undefined || target === null
      ? null
      : (typedFields.get(`${document} ${target}`) ?? null);
  }

  /** Returns a step for the one control of a form, with its lasting name. */
  function toFormStep(
    form: NonNullable<BrowserAction['form']>,
    submit: boolean,
    target: string | null,
    isSecret: boolean,
  ) {
    const entries = Object.entries(form).map(([name, value]) => [
      target ?? name,
      isSecret && typeof value === 'string' ? addInput(target ?? name) : value,
    ]);
    return { type: 'fill', form: Object.fromEntries(entries), ...(submit && { submit }) };
  }

  /** Replaces an address with secrets by an input. */
  function hideAddress(step: RecordedStep): RecordedStep {
    const { url: address } = step;
    if (typeof address !== 'string' || maskAddress(address) === address) return step;
    return { ...step, url: createInput('address', `Address ${maskAddress(address)}`) };
  }

  if (url !== null) steps.push(hideAddress({ type: 'goto', url }));

  return {
    add(action, target, isSecret) {
      if (unrecordedTypes.has(action.type) || steps.length >= maxSteps) return;
      const isSecretKey = isSecret && action.type === 'press' && [...(action.key ?? '')].length === 1;
      if (isSecretKey && typedKeys !== null) return;
      const step: RecordedStep = isSecretKey
        ? { type: 'type', ...(target !== null && { target }), text: '' }
        : action.form === null
          ? hideAddress(toRecordedStep(action, target))
          : toFormStep(action.form, action.submit, target, isSecret);
      const isQuiet = quietTypes.has(action.type);
      if (isSecretKey || !isQuiet) typedKeys = isSecretKey ? step : null;
      if (!isQuiet) byHand = null;
      if (isSecret && typeof step.text === 'string') step.text = addInput(target);
      // The answer to a prompt is often a password.
      if (action.dialog?.text != null)
        step.dialog = { ...action.dialog, text: createInput('password', 'Answer to a prompt') };
      steps.push(step);
    },
    addByHand(done) {
      const before =
        byHand !== null && continuesStep(byHand, done, byHand.step === steps.at(-1)) ? byHand : null;
      if (before === null && steps.length >= maxSteps) return;
      const { action, target, isSecret } = done;
      const step = toRecordedStep(action, target);
      if (action.type === 'scroll' && before !== null)
        step.amount = Number(before.step.amount) + (action.amount ?? 0);
      const typed = findTyped(done);
      if (isSecret) step.text = typed?.isSecret === true ? typed.step.text : addInput(target);
      steps.splice(before === null ? steps.length : steps.lastIndexOf(before.step), 1, step);
      byHand = { ...done, step };
      if (done.document !== undefined) typedFields.set(`${done.document} ${target}`, byHand);
      typedKeys = null;
    },
    recording: () =>
      secrets.maskValue({
        name: `Recorded from ${sid}`,
        steps: [...steps],
        inputs: {
          type: 'object',
          properties: { ...inputs },
          ...(Object.keys(inputs).length > 0 && { required: Object.keys(inputs) }),
        },
      }),
  };
}

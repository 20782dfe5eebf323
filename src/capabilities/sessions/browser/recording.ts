import type { BrowserAction } from '../../../domain/pages/browser-action.ts';
import type { JsonSchema } from '../../../domain/pages/extraction.ts';

/** A recorded step, with the wire names of a workflow step. */
export interface RecordedStep {
  type: string;
  [field: string]: unknown;
}

/**
 * The steps of a session as a workflow that replays them. A document in wire names. Text typed into password fields
 * becomes an input.
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
  recording(): SessionRecording;
}

const maxSteps = 500;
/** Steps that only read, or that concern the session itself. */
const unrecordedTypes: ReadonlySet<string> = new Set(['snapshot', 'live', 'save_login']);

/** Returns the fields of an action that differ from the defaults, in wire names. */
function toRecordedStep(action: BrowserAction, target: string | null): RecordedStep {
  const fields: Record<string, unknown> = {
    target,
    text: action.text,
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

/** Creates a recorder of a session that starts at `url`. */
export function createRecorder(sid: string, url: string | null): SessionRecorder {
  const steps: RecordedStep[] = url === null ? [] : [{ type: 'goto', url }];
  const inputs: Record<string, JsonSchema> = {};
  return {
    add(action, target, isSecret) {
      if (unrecordedTypes.has(action.type) || steps.length >= maxSteps) return;
      const step = toRecordedStep(action, target);
      if (isSecret) {
        const count = Object.keys(inputs).length;
        const name = count === 0 ? 'password' : `password_${count + 1}`;
        inputs[name] = { type: 'string', description: `Typed into ${target ?? 'the focused field'}` };
        step.text = `{{${name}}}`;
      }
      steps.push(step);
    },
    recording: () => ({
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

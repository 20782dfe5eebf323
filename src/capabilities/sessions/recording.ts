import type { BrowserAction } from '../../domain/browser-action.ts';
import type { JsonSchema } from '../../domain/extraction.ts';

/** A recorded step, in the wire names of a workflow's steps. */
export interface RecordedStep {
  type: string;
  [field: string]: unknown;
}

/** Steps of a session as a workflow that does them again. A document: what was typed into password fields is an input. */
export interface SessionRecording {
  name: string;
  steps: RecordedStep[];
  /** JSON Schema of what must be given to replay it. */
  inputs: JsonSchema;
}

/** Gathers the steps of one session. */
export interface SessionRecorder {
  /**
   * Adds a step that was done; `target` names its element without numbers, `isSecret` says that what it typed is not to be
   * kept.
   */
  add(action: BrowserAction, target: string | null, isSecret: boolean): void;
  recording(): SessionRecording;
}

const mostSteps = 500;
/** Steps that only look, or that are about the session itself. */
const notReplayed: ReadonlySet<string> = new Set(['snapshot', 'live', 'save_login']);

/** The fields of an action that differ from what is usual, in wire names. */
function wireOf(action: BrowserAction, target: string | null): RecordedStep {
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
  const told = Object.entries(fields).filter(([, value]) => value !== null);
  return { type: action.type, ...Object.fromEntries(told) };
}

/** A recorder of a session that began at `url`. */
export function createRecorder(sid: string, url: string | null): SessionRecorder {
  const steps: RecordedStep[] = url === null ? [] : [{ type: 'goto', url }];
  const inputs: Record<string, JsonSchema> = {};
  return {
    add(action, target, isSecret) {
      if (notReplayed.has(action.type) || steps.length >= mostSteps) return;
      const step = wireOf(action, target);
      if (isSecret) {
        const count = Object.keys(inputs).length;
        const name = count === 0 ? 'password' : `password_${count + 1}`;
        inputs[name] = { type: 'string', description: `typed into ${target ?? 'the field in focus'}` };
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

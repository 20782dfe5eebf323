import './toasts.css';
import { signal } from '@preact/signals';
import { messageOf } from '../data/client.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { CircleAlert, CircleCheck, X } from './icons.ts';

interface Toast {
  id: number;
  kind: 'success' | 'error';
  text: string;
}

const successMs = 4_000;
const errorMs = 12_000;
const maxToasts = 4;
const toasts = signal<Toast[]>([]);
let lastId = 0;

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** A success replaces the one before, and a message that is shown already. */
function show(kind: Toast['kind'], text: string, ms: number): void {
  lastId += 1;
  const id = lastId;
  const others = toasts.value.filter(
    (toast) => toast.text !== text && (kind === 'error' || toast.kind === 'error'),
  );
  toasts.value = [...others, { id, kind, text }].slice(-maxToasts);
  setTimeout(() => dismiss(id), ms);
}

/** Shows for some seconds that an action succeeded. */
export function showSuccess(text: string): void {
  show('success', text, successMs);
}

/** Shows for some seconds why an action failed. */
export function showError(error: unknown): void {
  show('error', messageOf(error), errorMs);
}

/** The list of short messages: over the header, so that they never cover what a page offers. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, kind, text }) => (
        <div key={id} class={`toast toast-${kind}`}>
          <Icon icon={kind === 'success' ? CircleCheck : CircleAlert} />
          <span>{text}</span>
          <Button kind="quiet" icon={X} label="Dismiss" onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}

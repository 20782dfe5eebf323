import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from './button.tsx';

/** A question before an action that cannot be undone. */
export interface Confirmation {
  title: string;
  /** Consequences of the action. */
  text: string;
  /** Label of the button that starts the action. */
  action: string;
}

const open = signal<(Confirmation & { resolve(isConfirmed: boolean): void }) | null>(null);

/** Asks the user; resolves with true if they confirm. */
export function confirmAction(confirmation: Confirmation): Promise<boolean> {
  open.value?.resolve(false);
  return new Promise((resolve) => {
    open.value = { ...confirmation, resolve };
  });
}

/** Shows the question of {@link confirmAction}. */
export function ConfirmDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const question = open.value;
  useEffect(() => {
    if (question !== null) dialog.current?.showModal();
  }, [question]);
  if (question === null) return null;
  const answer = (isConfirmed: boolean) => {
    question.resolve(isConfirmed);
    open.value = null;
  };
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="confirm-title" onClose={() => answer(false)}>
      <h2 id="confirm-title">{question.title}</h2>
      <p>{question.text}</p>
      <div class="dialog-actions">
        <Button onClick={() => answer(false)}>Cancel</Button>
        <Button kind="danger" onClick={() => answer(true)}>
          {question.action}
        </Button>
      </div>
    </dialog>
  );
}

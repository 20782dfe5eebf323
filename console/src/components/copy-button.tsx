import { useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { Check, Copy } from './icons.ts';
import { showError } from './toasts.tsx';

const shownMs = 1_500;

/** Copies a text to the clipboard; `children` is the visible name of the button, which is otherwise an icon. */
export function CopyButton(props: { text: string; label?: string; children?: string }) {
  const { text, label = 'Copy', children } = props;
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), shownMs);
    } catch {
      showError(new Error('The browser did not allow the page to copy. Select the text and copy it.'));
    }
  };
  return (
    <Button
      kind={children === undefined ? 'quiet' : 'secondary'}
      icon={isCopied ? Check : Copy}
      label={isCopied ? 'Copied' : label}
      onClick={() => void copy()}
    >
      {children}
    </Button>
  );
}

import { useState } from 'preact/hooks';
import { fetchReceiptKeys, type ResultState, verifyResult } from '../../../clients/typescript/src/index.ts';
import { Button } from './button.tsx';
import { BadgeCheck } from './icons.ts';
import { showError } from './toasts.tsx';

function describe({ valid, reason, checked, unchecked }: ResultState): string[] {
  if (!valid) return [`Not valid: ${reason}`];
  const compared = checked.length === 0 ? 'Only the receipt was checked.' : `Checked: ${checked.join(', ')}.`;
  const rest = unchecked.length === 0 ? [] : [`Not checked: ${unchecked.join(', ')}.`];
  return ['Valid.', compared, ...rest];
}

/** Verifies a result, or a receipt, in the browser, and names what was compared. */
export function ReceiptCheck({ result }: { result: object }) {
  const [state, setState] = useState<ResultState | null>(null);
  const verify = async () => {
    try {
      setState(await verifyResult(result, await fetchReceiptKeys(location.origin)));
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      const hint = 'This browser may lack Ed25519, or the page is not loaded over HTTPS.';
      showError(new Error(`The receipt could not be verified: ${detail} ${hint}`));
    }
  };
  return (
    <>
      <Button kind="quiet" icon={BadgeCheck} label="Verify" onClick={() => void verify()} />
      <span role="status">{state !== null && describe(state).join(' ')}</span>
    </>
  );
}

import { useEffect, useState } from 'preact/hooks';
import { fetchReceiptKeys, type ResultState, verifyResult } from '../../../clients/typescript/src/index.ts';

/** Outcome of a verification; `failure` is the reason why the browser could not verify. */
export type Verification = { state: ResultState } | { failure: string };

/** Verifies a result, or a receipt, in the browser. Null until the verification has ended. */
export function useVerification(result: object): Verification | null {
  const [verification, setVerification] = useState<Verification | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const verify = async () => ({
      state: await verifyResult(result, await fetchReceiptKeys(location.origin)),
    });
    setVerification(null);
    verify()
      .catch((error: unknown) => ({ failure: error instanceof Error ? error.message : String(error) }))
      .then((outcome) => {
        if (isCurrent) setVerification(outcome);
      });
    return () => {
      isCurrent = false;
    };
  }, [result]);
  return verification;
}

/** Describes a verification in full: what was compared, or why it could not be verified. */
export function verificationText(verification: Verification): string {
  if ('failure' in verification) {
    const hint = 'This browser may lack Ed25519, or the console is not loaded over HTTPS.';
    return `The receipt could not be verified here: ${verification.failure} ${hint}`;
  }
  const { valid, reason, checked, unchecked } = verification.state;
  if (!valid) return `Not valid: ${reason}`;
  const compared = checked.length === 0 ? 'Only the receipt was checked.' : `Checked: ${checked.join(', ')}.`;
  const rest = unchecked.length === 0 ? '' : ` Not checked: ${unchecked.join(', ')}.`;
  return `Valid. ${compared}${rest}`;
}

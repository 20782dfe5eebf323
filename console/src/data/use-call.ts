import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { messageOf } from './client.ts';
import { invalidate } from './query.ts';

/** State of a call that the user starts. */
export interface Call<Value> {
  value: Value | null;
  error: string | null;
  isRunning: boolean;
  /** Starts the call; a running one is cancelled first. */
  start(work: (signal: AbortSignal) => Promise<Value>): void;
  cancel(): void;
  /** Cancels a running call, and forgets the last one. */
  reset(): void;
}

/** A call that the user starts and can cancel; it ends with the component. */
export function useCall<Value>(): Call<Value> {
  const [value, setValue] = useState<Value | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isRunning, setRunning] = useState(false);
  const abort = useRef<AbortController | null>(null);
  const cancel = useCallback(() => {
    abort.current?.abort();
    setRunning(false);
  }, []);
  const reset = useCallback(() => {
    cancel();
    setValue(null);
    setError(null);
  }, []);
  useEffect(() => () => abort.current?.abort(), []);
  const start = useCallback((work: (signal: AbortSignal) => Promise<Value>) => {
    abort.current?.abort();
    const current = new AbortController();
    abort.current = current;
    setError(null);
    setRunning(true);
    work(current.signal)
      .then(setValueUnlessAborted, (failure: unknown) => {
        if (!current.signal.aborted) setError(messageOf(failure));
      })
      .finally(() => {
        if (abort.current === current) setRunning(false);
        invalidate('account');
      });
    function setValueUnlessAborted(result: Value) {
      if (!current.signal.aborted) setValue(result);
    }
  }, []);
  return { value, error, isRunning, start, cancel, reset };
}

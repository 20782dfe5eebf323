import type { Warning } from '../../../clients/typescript/src/index.ts';
import { toWords } from '../text/format.ts';

/** The error and the warnings of a result. */
export function Warnings(props: {
  error?: { code: string; message: string; advice?: string | undefined } | undefined;
  warnings: readonly Warning[];
}) {
  return (
    <>
      {props.error !== undefined && (
        <p class="field-error" role="alert">
          {toWords(props.error.code)}: {props.error.message} {props.error.advice ?? ''}
        </p>
      )}
      {props.warnings.map(({ code, message }) => (
        <p key={`${code} ${message}`} class="warning">
          <strong>{toWords(code)}</strong> {message}
        </p>
      ))}
    </>
  );
}

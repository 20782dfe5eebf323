import type { Warning } from '../../../clients/typescript/src/index.ts';
import { toWords } from '../text/format.ts';

/** The error and the warnings of a result; those of one kind share a frame. */
export function Warnings(props: {
  error?: { code: string; message: string; advice?: string | undefined } | undefined;
  warnings: readonly Warning[];
}) {
  const byCode = Map.groupBy(props.warnings, ({ code }) => code);
  return (
    <>
      {props.error !== undefined && (
        <p class="field-error" role="alert">
          {toWords(props.error.code)}: {props.error.message} {props.error.advice ?? ''}
        </p>
      )}
      {[...byCode].map(([code, warnings]) => {
        const messages = [...new Set(warnings.map(({ message }) => message))];
        return messages.length === 1 ? (
          <p key={code} class="warning">
            <strong>{toWords(code)}</strong> {messages[0]}
          </p>
        ) : (
          <div key={code} class="warning">
            <strong>{toWords(code)}</strong>
            <ul>
              {messages.map((message) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          </div>
        );
      })}
    </>
  );
}

/** A text of the API description: parts between backticks are shown as code. */
export function CodeText({ text }: { text: string }) {
  // Every second part is between backticks.
  const parts = text.split('`').map((part, at) => ({ part, id: `${at} ${part}`, isCode: at % 2 === 1 }));
  return (
    <>
      {parts.map(({ part, id, isCode }) =>
        isCode ? <code key={id}>{part}</code> : <span key={id}>{part}</span>,
      )}
    </>
  );
}

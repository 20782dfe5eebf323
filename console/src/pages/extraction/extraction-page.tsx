import './extraction.css';
import { useState } from 'preact/hooks';
import { ApiLink } from '../../components/api-link.tsx';
import { ScanText } from '../../components/icons.ts';
import { JsonEditor } from '../../components/json-editor.tsx';
import { PartNotice } from '../../components/part-notice.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { ToolField, ToolForm } from '../../components/tool-form.tsx';
import type { client } from '../../data/client.ts';
import { route, setParams } from '../../data/route.ts';
import { useCall } from '../../data/use-call.ts';
import { ExtractionResult } from './extraction-result.tsx';
import { type ExtractAnswer, readPage } from './read-page.ts';

const exampleSchema = JSON.stringify(
  { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } },
  null,
  2,
);

/** Extracts values of a page and shows the text of the page beside them. */
export function ExtractionPage() {
  const { params } = route.value;
  const [url, setUrl] = useState(params.get('url') ?? '');
  const [prompt, setPrompt] = useState(params.get('prompt') ?? '');
  const [schema, setSchema] = useState('');
  const [schemaError, setSchemaError] = useState<string | null>(null);
  const { value, error, isRunning, start, cancel } = useCall<ExtractAnswer>();
  const run = () => {
    const fields: Record<string, unknown> = { url: url.trim(), ...(prompt.trim() !== '' && { prompt }) };
    try {
      if (schema.trim() !== '') fields.schema = JSON.parse(schema) as unknown;
      setSchemaError(null);
    } catch (problem) {
      setSchemaError(`The schema is not JSON. ${(problem as Error).message}`);
      return;
    }
    setParams({ url: url.trim(), prompt: prompt.trim() });
    start((signal) => readPage(fields as Parameters<typeof client.value.extract>[0], signal));
  };
  return (
    <div class="page">
      <header class="page-head">
        <h1>Extraction</h1>
      </header>
      <PartNotice part="model" />
      <ToolForm label="Extract values" action="Extract" isRunning={isRunning} onRun={run} onCancel={cancel}>
        <ToolField
          label="URL"
          isUrl
          value={url}
          isRequired
          isWide
          placeholder="https://example.com/product"
          onChange={setUrl}
        />
        <ToolField
          label="Values, in words"
          value={prompt}
          isWide
          placeholder="name, price, availability"
          onChange={setPrompt}
        />
        <details class="schema-field">
          <summary>JSON Schema</summary>
          <JsonEditor label="JSON Schema" text={schema} onChange={setSchema} onSubmit={run} />
          <button type="button" class="link" onClick={() => setSchema(exampleSchema)}>
            Insert an example
          </button>
          {schemaError !== null && <p class="field-error">{schemaError}</p>}
        </details>
      </ToolForm>
      {error !== null && <ErrorState message={error} onRetry={run} />}
      {isRunning && <LoadingState label="Reading the page" />}
      {!isRunning && value !== null && <ExtractionResult answer={value} />}
      {!isRunning && value === null && error === null && (
        <EmptyState
          icon={ScanText}
          title="Values with their evidence"
          text="Enter a page and the values you need. Each value is shown with its quote, which is highlighted in the text of the page. Without words and schema, the structured data of the page is returned."
        />
      )}
      <ApiLink method="POST" path="/v1/extract" tag="extract" operation="extract" />
    </div>
  );
}

import type { SentFile } from '../../domain/values/sent-file.ts';
import { fileFieldName } from '../../operations/declaration/file-field.ts';

/** Returns a form with a file and the other fields of a request: texts as they are, other values as JSON. */
export function createFileForm(file: SentFile, body: Readonly<Record<string, unknown>>): FormData {
  const { [fileFieldName]: _file, ...fields } = body;
  const form = new FormData();
  // Only a part with a name is a file (RFC 7578 section 4.2); the field tells that this one has none.
  form.append(fileFieldName, new Blob([file.bytes]), fileFieldName);
  for (const [name, value] of Object.entries({ filename: '', ...fields })) {
    if (value === undefined || value === null) continue;
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}

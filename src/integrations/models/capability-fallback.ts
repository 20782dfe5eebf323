import type { JsonSchema } from '../../domain/pages/extraction.ts';
import { schemaModes } from '../../domain/resources/model.ts';
import { isObject } from '../../domain/values/is-object.ts';
import { type EndpointCapabilities, statesSchema } from './chat-exchange.ts';

// Learns from responses which capabilities an endpoint has. No extra requests are sent to find out.

/**
 * Returns the capabilities with the next way to request JSON: the schema also in the prompt, then the next weaker
 * constraint; null after the last one.
 */
export function nextFallback(capabilities: EndpointCapabilities): EndpointCapabilities | null {
  if (!statesSchema(capabilities)) return { ...capabilities, needsSchemaText: true };
  const schemaMode = schemaModes[schemaModes.indexOf(capabilities.schemaMode) + 1];
  return schemaMode === undefined ? null : { ...capabilities, schemaMode: schemaMode, isProven: false };
}

/**
 * Returns the capabilities to try after a rejected request (such as 400), based on the error message; null if no
 * other request form could help.
 */
export function fallbackAfterError(
  capabilities: EndpointCapabilities,
  errorText: string,
): EndpointCapabilities | null {
  if (isContextLengthError(errorText) || isUnknownModelError(errorText)) return null;
  if (/max_completion_tokens|max_tokens/i.test(errorText) && capabilities.tokenLimit === 'max_tokens') {
    return { ...capabilities, tokenLimit: 'max_completion_tokens' };
  }
  if (/temperature/i.test(errorText) && capabilities.takesTemperature)
    return { ...capabilities, takesTemperature: false };
  return nextFallback(capabilities);
}

/** Returns whether an error means that the operator's account at the endpoint cannot pay, which no retry changes. */
export function isAccountError(errorText: string): boolean {
  return /insufficient[ _](?:quota|balance|credits?|funds)|exceeded your current quota|credit balance is too low/i.test(
    errorText,
  );
}

/** Returns whether an error means that prompt and answer exceed the model's context window. */
function isContextLengthError(errorText: string): boolean {
  return /context (length|size|window)|too (long|many tokens)|exceeds? the (available )?context/i.test(
    errorText,
  );
}

function isUnknownModelError(errorText: string): boolean {
  if (/(?:unknown|no such|invalid) model/i.test(errorText)) return true;
  return errorText.split('.').some((sentence) => {
    const model = sentence.search(/model\b/i);
    return model !== -1 && /\b(?:not found|does not exist|not exist|unknown)/i.test(sentence.slice(model));
  });
}

/**
 * Returns the capabilities after an answer. A whole answer of the requested shape proves the current way; otherwise,
 * unless it was proven before or the answer was truncated, the next request uses the next weaker way.
 */
export function fallbackAfterAnswer(
  capabilities: EndpointCapabilities,
  answer: { value: unknown; isWhole: boolean; isCut: boolean },
  schema: JsonSchema,
): EndpointCapabilities {
  if (capabilities.isProven || answer.isCut || capabilities.schemaMode === 'text') return capabilities;
  if (answer.isWhole && matchesShape(answer.value, schema)) return { ...capabilities, isProven: true };
  return nextFallback(capabilities) ?? capabilities;
}

/** Returns whether the objects and arrays of an answer are those of the schema, with all required members. */
export function matchesShape(value: unknown, schema: JsonSchema): boolean {
  const { items, properties } = schema;
  if (schema.type === 'array') {
    if (!Array.isArray(value)) return false;
    return !isObject(items) || value.every((item) => matchesShape(item, items));
  }
  if (schema.type !== 'object') return true;
  if (!isObject(value)) return false;
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  if (!required.every((name) => Object.hasOwn(value, String(name)))) return false;
  if (!isObject(properties)) return true;
  return Object.entries(properties).every(([name, member]) => {
    return !isObject(member) || !Object.hasOwn(value, name) || matchesShape(value[name], member);
  });
}

const mask = '***';
/** Names whose values are secrets, including headers and form fields. */
const secretName =
  /api[-_]?key|access[-_]?key|private[-_]?key|passw(?:or)?d|passphrase|passcode|secret|token|credential|signature|session[-_]?id|sessid|csrf|xsrf|otp|^(?:authorization|proxy-authorization|cookie|cookies|set-cookie|pwd|pass|pin|auth|jwt|bearer|key|sig)$|^x-auth/i;
/** Names of elements into which people type secrets. */
const secretElement =
  /passw|passcode|passphrase|\bpwd\b|secret|token|otp|one-time|cvc|cvv|\bpin\b|card-?number/i;
/** User name and password of a URL. */
const userInfo = /(?<=:\/\/)[^/?#\s@]+@/g;
/** Parameters of a query or fragment. */
const queryValue = /([?&#;])([^?=&#;\s]+)=([^&#;\s]*)/g;
const maxDepth = 12;
const maxText = 4_096;

/** Messenger URLs with a secret in their path. */
const secretPath =
  /(\/\/(?:hooks\.slack\.com\/services|(?:[a-z.]+\.)?discord(?:app)?\.com\/api\/webhooks\/\d+|api\.telegram\.org\/bot\d+):?\/?)[^\s?#/][^\s?#]*?(?=\/sendMessage|[\s?#]|$)/gi;

/** Masks the credentials in a URL; any other text is unchanged, truncated to 4,096 characters. */
export function maskText(text: string): string {
  const short = text.length > maxText ? `${text.slice(0, maxText)}…` : text;
  if (!short.includes('://') && !short.includes('=')) return short;
  return short
    .replace(userInfo, `${mask}@`)
    .replace(secretPath, `$1${mask}`)
    .replace(queryValue, (whole, before: string, name: string) =>
      secretName.test(name) ? `${before}${name}=${mask}` : whole,
    );
}

/** Tells whether a step types text into an element for a secret. */
function isSecretStep(step: Record<string, unknown>): boolean {
  // In a session the element is only a number, so its purpose is unknown.
  if (step.type === 'type' && step.secret === true) return true;
  const isUnnamed = typeof step.target === 'number';
  if (step.type === 'type' && ('sid' in step || isUnnamed)) return true;
  const element = [step.selector, step.target].filter((value) => typeof value === 'string').join(' ');
  return secretElement.test(element);
}

function maskValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return maskText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return mask;
  if (Array.isArray(value)) return value.map((item) => maskValue(item, depth + 1));
  return maskObject(value as Record<string, unknown>, depth);
}

function maskObject(params: Record<string, unknown>, depth: number): Record<string, unknown> {
  const typesSecret = isSecretStep(params);
  const masked: [string, unknown][] = Object.entries(params).map(([name, value]) => {
    const isText = typeof value === 'string' || typeof value === 'number';
    // `key` of a press step is a keyboard key.
    const isKeyboardKey = name === 'key' && params.type === 'press' && !typesSecret;
    const holdsSecret =
      secretName.test(name) && !isKeyboardKey && typeof value !== 'boolean' && value !== null;
    if (holdsSecret || (typesSecret && isText && (name === 'text' || name === 'key'))) return [name, mask];
    return [name, maskValue(value, depth + 1)];
  });
  return Object.fromEntries(masked);
}

/**
 * Returns the parameters of a request for the history: values of secret headers and fields, credentials in URLs and
 * text typed into password fields become `***`. The input is not changed.
 */
export function maskParams(params: Record<string, unknown>): Record<string, unknown> {
  return maskObject(params, 0);
}

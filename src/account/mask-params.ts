const mask = '***';
/** Names whose values are secrets wherever they stand, headers and form fields included. */
const secretName =
  /^(authorization|proxy-authorization|cookie|cookies|set-cookie|.*(api[-_]?key|apikey|access[-_]?key|private[-_]?key|passw(or)?d|passphrase|passcode|secret|token|credential|signature|session[-_]?id|sessid|csrf|xsrf|otp).*|pwd|pass|pin|auth|x-auth.*|jwt|bearer|key|sig)$/i;
/** Elements into which people type what nobody else may read. */
const secretElement =
  /passw|passcode|passphrase|\bpwd\b|secret|token|otp|one-time|cvc|cvv|\bpin\b|card-?number/i;
/** User name and password of an address. */
const userInfo = /\b([a-z][a-z0-9+.-]*:\/\/)[^/?#\s@]+@/gi;
/** Values of secret names in a query or fragment. */
const queryValue = /([?&#;])([^=&#;\s]+)=([^&#;\s]*)/g;
const maxDepth = 12;
const maxText = 4_096;

/** Addresses of messengers whose path is a secret: what comes behind the part that is none. */
const secretPath =
  /(\/\/(?:hooks\.slack\.com\/services|(?:[a-z.]+\.)?discord(?:app)?\.com\/api\/webhooks\/\d+|api\.telegram\.org\/bot\d+):?\/?)[^\s?#/][^\s?#]*?(?=\/sendMessage|[\s?#]|$)/gi;

/** The address without its credentials; any other text as it is, cut at 4,096 characters. */
export function maskText(text: string): string {
  const short = text.length > maxText ? `${text.slice(0, maxText)}…` : text;
  if (!short.includes('://') && !short.includes('=')) return short;
  return short
    .replace(userInfo, `$1${mask}@`)
    .replace(secretPath, `$1${mask}`)
    .replace(queryValue, (whole, before: string, name: string) =>
      secretName.test(name) ? `${before}${name}=${mask}` : whole,
    );
}

/** A step that types: what it types is masked where its element asks for a secret. */
function isSecretStep(step: Record<string, unknown>): boolean {
  // In a session nobody can tell from the name of an element, in whatever language, what it asks for.
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
    // `key` of a press step is a key of the keyboard.
    const isKeyboardKey = name === 'key' && params.type === 'press' && !typesSecret;
    const holdsSecret =
      secretName.test(name) && !isKeyboardKey && typeof value !== 'boolean' && value !== null;
    if (holdsSecret || (typesSecret && isText && (name === 'text' || name === 'key'))) return [name, mask];
    return [name, maskValue(value, depth + 1)];
  });
  return Object.fromEntries(masked);
}

/**
 * What a request asked, fit to be kept in the history (invariant 6): values of headers and fields that hold secrets,
 * credentials in addresses and what steps type into password fields become `***`. The input is not changed.
 */
export function maskParams(params: Record<string, unknown>): Record<string, unknown> {
  return maskObject(params, 0);
}

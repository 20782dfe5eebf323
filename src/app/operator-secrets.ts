import { configTable } from '../config-table.ts';
import { addressSecrets } from '../domain/secrets/mask-address.ts';
import { createSecretFilter, type SecretFilter } from '../domain/secrets/secret-filter.ts';
import type { Settings } from '../domain/system/settings.ts';
import { isObject } from '../domain/values/is-object.ts';

/** Shorter values are placeholders, such as the key `none` of a local model, and occur in ordinary text. */
const minLength = 6;

/** Adds the secrets of one setting: those of addresses, and every other text if the setting is marked as secret. */
function addSetting(filter: SecretFilter, value: unknown, isSecret: boolean, name: string): void {
  if (typeof value === 'string') {
    for (const secret of addressSecrets(value)) filter.add(secret);
    const isAddress = /^[a-z][a-z\d+.-]*:\/\//i.test(value);
    // A list of services has names and countries beside the keys.
    if (isSecret && !isAddress && name !== 'name' && value.length >= minLength) filter.add(value);
    return;
  }
  if (Array.isArray(value)) for (const inner of value) addSetting(filter, inner, isSecret, name);
  else if (value instanceof URL) addSetting(filter, value.href, isSecret, name);
  else if (isObject(value))
    for (const [inner, content] of Object.entries(value)) addSetting(filter, content, isSecret, inner);
}

/**
 * Returns the filter of the secrets of the operator: all settings that `config-configTable.ts` marks as secret, and the
 * credentials of all addresses in settings. Logs, health and doctor pass it, because upstreams echo what they receive.
 */
export function operatorSecretsOf(settings: Settings): SecretFilter {
  const filter = createSecretFilter();
  for (const [field, { secret }] of Object.entries(configTable))
    addSetting(filter, settings[field as keyof Settings], secret, field);
  return filter;
}

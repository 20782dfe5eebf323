import { client } from '../data/client.ts';
import { useQuery } from '../data/query.ts';
import { hasScope } from '../data/session.ts';
import { SelectField } from './select-field.tsx';

/** Properties of {@link LoginField}. */
interface LoginFieldProps {
  /** Id of a saved login; null for none. */
  value: string | null;
  onChange(login: string | null): void;
  hint?: string;
}

/** Chooses a saved login. It is not shown while the account has none. */
export function LoginField({ value, onChange, hint }: LoginFieldProps) {
  const { data } = useQuery('logins to choose from', async (signal) =>
    // Only such keys may see logins; the form of others has no choice.
    hasScope('admin') ? client.value.listLogins({}, { signal }) : null,
  );
  const logins = data.value?.logins ?? [];
  const options = logins.map(({ lid, name, domain }) => [lid, `${name} (${domain})`] as const);
  // A login that is used and was deleted, or is not loaded yet.
  const isUnknown = value !== null && !logins.some(({ lid }) => lid === value);
  if (logins.length === 0 && !isUnknown) return null;
  return (
    <SelectField
      label="Login"
      hint={hint}
      value={value ?? ''}
      options={[['', 'None'], ...(isUnknown ? [[value, value] as const] : []), ...options]}
      onChange={(login) => onChange(login === '' ? null : login)}
    />
  );
}

import { findDefaultAccount } from '../../account/accounts/accounts.ts';
import { signInPerson } from '../../account/accounts/sign-in-person.ts';
import { errorMessage } from '../../domain/system/failure.ts';
import type { Settings, SignInRule } from '../../domain/system/settings.ts';
import { createOidcClient } from '../../integrations/oidc/oidc-client.ts';
import type { ConsoleOidc } from '../../interfaces/http/console/console-oidc.ts';
import type { Check } from '../../operations/check.ts';
import type { AppContext } from '../app-context.ts';

/** Returns the first rule for an address; null if there is none. */
function ruleFor(rules: readonly SignInRule[], email: string): SignInRule | null {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return rules.find(({ who }) => who === email || who === `*@${domain}`) ?? null;
}

/** Last test of the issuer of these settings. */
const lastTests = new WeakMap<Settings, Check>();

/** Health check of the sign-in through an issuer. Contacts no server. */
export async function oidcCheck({ settings }: Pick<AppContext, 'settings'>): Promise<Check> {
  const { oidcIssuer: issuer, oidcClientId: clientId } = settings;
  if (issuer === null || clientId === null) return { status: 'not_configured' };
  const untested = `${new URL(issuer).host}, not tested yet; the command "doctor" tests it`;
  return lastTests.get(settings) ?? { status: 'not_tested', detail: untested };
}

/** Doctor check of the sign-in: asks the issuer for its endpoints. */
export async function oidcDoctorCheck({
  settings,
  clock,
}: Pick<AppContext, 'settings' | 'clock'>): Promise<Check> {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = settings;
  if (issuer === null || clientId === null) return { status: 'not_configured' };
  const { host } = new URL(issuer);
  const client = createOidcClient({ issuer, clientId, clientSecret });
  const fault = await client.probe().then(() => null, errorMessage);
  await client.close();
  const check: Check = {
    status: fault === null ? 'ok' : 'unavailable',
    detail: fault === null ? host : `${host} does not state its endpoints: ${fault}`,
    tested_at: clock.now().toISOString(),
  };
  lastTests.set(settings, check);
  return check;
}

/** Composes the sign-in through an issuer; null if none is configured. */
export function composeConsoleOidc(
  { settings, database, clock }: AppContext,
  stack: AsyncDisposableStack,
): ConsoleOidc | null {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, oidcAllow } = settings;
  if (issuer === null || clientId === null) return null;
  const client = createOidcClient({ issuer, clientId, clientSecret });
  stack.defer(() => client.close());
  return {
    name: new URL(issuer).host,
    start: (redirectUri) => client.start(redirectUri),
    async finish(address, started) {
      const { subject, email } = await client.finish(address, started);
      const rule = email === null ? null : ruleFor(oidcAllow, email);
      const accountId = await findDefaultAccount(database);
      if (email === null || rule === null || accountId === null) return null;
      const person = { accountId, issuer, subject, email, scopes: rule.scopes };
      return signInPerson(database, person, clock.now());
    },
  };
}

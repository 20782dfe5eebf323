import { findDefaultAccount } from '../../account/accounts/accounts.ts';
import { signInPerson } from '../../account/accounts/sign-in-person.ts';
import type { SignInRule } from '../../domain/system/settings.ts';
import { createOidcClient } from '../../integrations/oidc/oidc-client.ts';
import type { ConsoleOidc } from '../../interfaces/http/console/console-oidc.ts';
import type { AppContext } from '../app-context.ts';

/** Returns the first rule for an address; null if there is none. */
function ruleFor(rules: readonly SignInRule[], email: string): SignInRule | null {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return rules.find(({ who }) => who === email || who === `*@${domain}`) ?? null;
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

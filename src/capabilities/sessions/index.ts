import { deriveKey } from '../../domain/crypto/secret-keys.ts';
import { addMs } from '../../domain/system/clock.ts';
import { defineCapability } from '../capability.ts';
import { sessionsTools } from './agent-tools.ts';
import { sweepSessions } from './lifecycle/sweep-sessions.ts';
import { changeLoginOperation } from './logins/change-login.ts';
import { reencryptLogins } from './logins/login-vault.ts';
import { loginOperations } from './logins/logins.ts';
import { sessionOperations } from './sessions.ts';

/** Browsers that callers control step by step, and saved logins. */
export const sessionsCapability = defineCapability({
  name: 'sessions',
  topic: 'Browser sessions and logins',
  tags: { browser: 'Browser sessions', logins: 'Saved logins' },
  agentTools: sessionsTools,
  operations: ({ sessions, logins, targets }) => [
    ...sessionOperations(sessions),
    ...loginOperations({ logins }),
    changeLoginOperation({ logins, targets }),
  ],
  reencrypt: async (transaction, { previous, next }) => ({
    logins: await reencryptLogins(transaction, deriveKey(previous, 'login'), deriveKey(next, 'login')),
  }),
  periodicTasks: ({ database, settings }) => [
    {
      name: 'sweep-sessions',
      intervalMs: 60_000,
      run: (now) => sweepSessions(database, now, addMs(now, -settings.keep.requests)),
    },
  ],
});

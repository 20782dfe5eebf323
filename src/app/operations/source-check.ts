import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { Settings } from '../../domain/system/settings.ts';
import { createSourceCheck, type SourceCheck } from '../../interfaces/http/request/request-source.ts';
import { classifyHost, removeTrailingDot } from '../../web/guard/host-classifier.ts';

/**
 * Returns a test for the hosts (as in `URL.hostname`) that this service accepts: IP literals, names of private networks, and
 * the configured names. A page cannot resolve a name of its own to these, so that they stop DNS rebinding.
 */
function createOwnNames({
  baseUrl,
  host,
  allowedHosts,
}: Pick<Settings, 'baseUrl' | 'host' | 'allowedHosts'>): (name: string) => boolean {
  const named = [host, hostname(), baseUrl === null ? '' : new URL(baseUrl).hostname, ...allowedHosts];
  const own = new Set(
    named.filter((name) => name !== '').map((name) => removeTrailingDot(name.toLowerCase())),
  );
  const endings = allowedHosts.filter((name) => name.startsWith('*.')).map((name) => name.slice(1));
  return (name) => {
    const bare = removeTrailingDot(name.toLowerCase());
    if (isIP(bare.replace(/^\[|\]$/g, '')) !== 0 || own.has('*') || own.has(bare)) return true;
    if (endings.some((ending) => bare.endsWith(ending))) return true;
    const kind = classifyHost(bare);
    return kind === 'loopback' || kind === 'private';
  };
}

/** Creates the check of the headers Host and Origin from the settings. */
export function composeSourceCheck(settings: Settings): SourceCheck {
  const { trustedProxies, corsOrigins } = settings;
  return createSourceCheck({ isServiceHost: createOwnNames(settings), trustedProxies, corsOrigins });
}

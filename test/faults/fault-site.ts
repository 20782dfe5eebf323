import { type LoopbackServer, type Route, startLoopbackServer } from '../world/loopback-server.ts';

const paragraph =
  'The ferry leaves the lower harbour at dusk, and whoever misses it walks back along the mole with the nets.';

function page(title: string, paragraphs: number): string {
  const text = Array.from({ length: paragraphs }, (_, at) => `<p>${at}. ${paragraph}</p>`).join('\n');
  return `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>\n${text}</main></html>`;
}

/** Returns incompressible text: hexadecimal pseudorandom numbers. */
function noise(seed: number, words: number): string {
  let state = seed >>> 0 || 1;
  const next = () => {
    // xorshift32 (Marsaglia 2003)
    state ^= state << 13;
    state ^= state >>> 17;
    state = (state ^ (state << 5)) >>> 0;
    return state.toString(36);
  };
  return Array.from({ length: words }, next).join(' ');
}

/**
 * Starts a site for faults: `/small/*` responds at once, `/missing/*` is a 404 that is charged, `/slow/*` takes half
 * a second, `/never` never responds, and `/noise/N?words=W` is a long incompressible page.
 */
export function startFaultSite(address = '127.0.0.31'): Promise<LoopbackServer> {
  return startLoopbackServer(
    address,
    () =>
      new Map<string, Route>([
        ['/small/*', { body: page('Small', 12) }],
        ['/missing/*', { status: 404, body: page('Not here', 3) }],
        ['/slow/*', { body: page('Slow', 12), delayMs: 500 }],
        ['/never', { body: page('Never', 1), delayMs: 600_000 }],
        [
          '/noise/*',
          (_request, url) => ({
            body: `<!doctype html><title>Noise</title><main><p>${noise(
              Number(url.pathname.slice('/noise/'.length)) + 1,
              Number(url.searchParams.get('words')),
            )}</p></main>`,
          }),
        ],
      ]),
  );
}

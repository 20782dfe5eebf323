import type { ContentJob } from '../../src/domain/pages/content.ts';
/** Returns a job for a response with this body. Default: Markdown of the main content. */
export declare function jobFor(body: string | Uint8Array, wanted?: Partial<ContentJob>): ContentJob;

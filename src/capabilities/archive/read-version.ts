import type { TextKey } from '../../diff/text-blocks.ts';
import type { Json } from '../../domain/pages/extraction.ts';

/** A version of a history that was read: its value, or the reason for having none. */
export interface ReadVersion {
  value: Json;
  data: Json | null;
  /** Key for comparing texts; null for extracted values. */
  key: TextKey | null;
  missing: { reason: string; message: string } | null;
}

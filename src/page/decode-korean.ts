/** First lead byte whose trail bytes end before the KS X 1001 plane begins. */
const narrowLead = 0xa1;
const firstHangul = 0xac00;
const lastHangul = 0xd7a3;

/** Signs that KS X 1001 got after the platform's table was made. */
const lateSigns: readonly [number, string][] = [
  [0xa2e6, '€'],
  [0xa2e7, '®'],
];

let extraSyllables: Map<number, string> | null = null;

/**
 * Text in the Encoding Standard's `euc-kr`, which is Windows code page 949. The platform's decoder knows KS X 1001 alone and
 * drops the 8,822 syllables that the code page adds (and two late signs), so those are decoded here.
 */
export function decodeKorean(bytes: Uint8Array): string {
  const decoder = new TextDecoder('euc-kr');
  let text = '';
  let plain = 0;
  for (let at = 0; at < bytes.length - 1; at += 1) {
    const lead = bytes[at] as number;
    if (lead < 0x81) continue;
    const syllable = extras().get((lead << 8) | (bytes[at + 1] as number));
    if (syllable !== undefined) {
      text += decoder.decode(bytes.subarray(plain, at)) + syllable;
      plain = at + 2;
    }
    at += 1;
  }
  return text + decoder.decode(bytes.subarray(plain));
}

/** Syllables that stand outside the KS X 1001 plane, by their two bytes: those the plane lacks, in Unicode order. */
function extras(): Map<number, string> {
  if (extraSyllables !== null) return extraSyllables;
  const missing = syllablesOutsidePlane();
  const table = new Map<number, string>();
  for (let lead = 0x81; table.size < missing.length; lead += 1) {
    for (const trail of trailBytes(lead)) {
      const syllable = missing[table.size];
      if (syllable === undefined) break;
      table.set((lead << 8) | trail, syllable);
    }
  }
  for (const [bytes, sign] of lateSigns) table.set(bytes, sign);
  extraSyllables = table;
  return table;
}

function syllablesOutsidePlane(): string[] {
  const plane: number[] = [];
  for (let lead = 0xb0; lead <= 0xc8; lead += 1) {
    for (let trail = 0xa1; trail <= 0xfe; trail += 1) plane.push(lead, trail);
  }
  const inPlane = new Set(new TextDecoder('euc-kr').decode(Uint8Array.from(plane)));
  const missing: string[] = [];
  for (let point = firstHangul; point <= lastHangul; point += 1) {
    const syllable = String.fromCharCode(point);
    if (!inPlane.has(syllable)) missing.push(syllable);
  }
  return missing;
}

function trailBytes(lead: number): number[] {
  const last = lead < narrowLead ? 0xfe : 0xa0;
  const trails: number[] = [];
  for (let trail = 0x41; trail <= last; trail += 1) {
    const isLetter = trail <= 0x5a || (trail >= 0x61 && trail <= 0x7a);
    if (isLetter || trail >= 0x81) trails.push(trail);
  }
  return trails;
}

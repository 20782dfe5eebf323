import type { Candidate } from '../../facts/candidate.ts';
import type { PageFacts } from '../../facts/page-facts.ts';
import type { Concept } from '../../schema/concepts.ts';
import { type PostalAddress, parsePostalAddress } from '../../typed/postal-address.ts';

/** Strength of a part of the only address of a page, and of the whole, which a label may state with a name. */
const partStrength = 0.72;
const wholeStrength = 0.5;
const maxLines = 4_000;
/** Sentences of a line in which an address is looked for. */
const maxSentences = 6;
const sentenceEnd = /\.\s+(?=\p{Lu})/u;

/** Returns the first sentences of a line, each without its full stop. */
function sentencesOf(line: string): string[] {
  return line.split(sentenceEnd, maxSentences).map((sentence) => sentence.replace(/\.$/, ''));
}

/** Parts of addresses, by the names of their concepts. */
const partsByConcept: Readonly<Record<string, (address: PostalAddress) => string | null>> = {
  venue: ({ name }) => name,
  company: ({ name }) => name,
  address: ({ text }) => text,
  street: ({ street }) => street,
  postal_code: ({ postalCode }) => postalCode,
  city: ({ city }) => city,
  region: ({ region }) => region,
};

/**
 * Returns the part that a field asks for of the address that a page shows, in its content or else around it. Which of several
 * addresses is meant, nothing says.
 */
export function addressParts(concept: Concept | undefined, page: PageFacts): Candidate[] {
  const partOf = concept === undefined ? undefined : partsByConcept[concept.name];
  if (partOf === undefined) return [];
  const lines = page.lines().slice(0, maxLines);
  const all = lines.flatMap(({ text, element }, at) => {
    const address =
      parsePostalAddress(text, lines[at - 1]?.text) ??
      sentencesOf(text).reduce<PostalAddress | null>(
        (found, sentence) => found ?? parsePostalAddress(sentence, undefined),
        null,
      );
    return address === null ? [] : [{ address, node: element }];
  });
  const inContent = all.filter(({ node }) => !page.isInFrame(node));
  const addresses = inContent.length > 0 ? inContent : all;
  const codes = new Set(addresses.map(({ address }) => address.postalCode));
  const [first] = addresses;
  const text = first === undefined ? null : partOf(first.address);
  if (first === undefined || text === null || codes.size > 1) return [];
  const reason = text === first.address.name ? 'name beside the address' : 'part of the address';
  const strength = concept?.name === 'address' ? wholeStrength : partStrength;
  return [{ text, node: first.node, source: 'visible', reason, strength, fit: 1 }];
}

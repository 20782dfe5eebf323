import { tag } from '../../../page/parse/names/tags.ts';
import { flowKind } from '../../../page/tree/flow.ts';
import { endOf, parentOf, tagOf } from '../../../page/tree/tree.ts';
import type { PageView } from '../../page-view/page-view.ts';
import { foldText } from '../../words/words.ts';
import { mainTitleNode } from '../ranking/page-position.ts';
import type { Candidate } from './candidate.ts';

/** Headings of the sections of a person's page, by subject; each subject is counted once. */
const personSections: readonly RegExp[] = [
  /^(?:(?:work|professional) )?experience$|^work$|^(?:work|employment|career)(?: history)?$|^career summary$|^(?:berufs|arbeits)?erfahrung$|^beruflicher werdegang$|^experiences? professionnelles?$|^experiencia(?: profesional| laboral)?$|^experiencia profissional$|^esperienz[ae](?: lavorativ[ae]| professional[ei])?$|^werkervaring$|^doswiadczenie(?: zawodowe)?$|^erfaring$|^(?:arbetslivs)?erfarenhet$/,
  /^education(?: and training)?$|^(?:aus)?bildung(?:sweg)?$|^studium$|^formation$|^(?:educacion|formacion)(?: academica)?$|^(?:educacao|formacao)(?: academica)?$|^istruzione(?: e formazione)?$|^opleiding(?:en)?$|^wyksztalcenie$|^uddannelse$|^utbildning$|^utdanning$/,
  /^(?:\p{L}+ )?skills$|^(?:fach)?kenntnisse$|^fahigkeiten$|^competences$|^(?:habilidades|competencias)$|^competenze$|^vaardigheden$|^umiejetnosci$|^kompetencer$|^fardigheter$/u,
  /^languages$|^sprachen$|^sprachkenntnisse$|^langues$|^idiomas$|^lingue$|^talen$|^jezyki$|^sprog$|^sprak$/,
  /^(?:selected )?publications$|^publikationen$|^publicaciones$|^pubblicazioni$|^publicaties$/,
  /^(?:interests|hobbies)(?: and (?:interests|hobbies))?$|^interessen$|^centres d'interet$|^intereses$|^interessi$/,
  /^(?:honou?rs|awards|certificat(?:es|ions))(?: and (?:honou?rs|awards))?$|^auszeichnungen$|^zertifikate$/,
];
const minSections = 3;
const maxHeadingLength = 40;
const maxSubtitleLength = 70;
const subtitleStrength = 0.8;

const personPages = new WeakMap<PageView, boolean>();

/** Returns true if a page is about a person: its headings are those of a curriculum vitae. */
export function isPersonPage(page: PageView): boolean {
  const known = personPages.get(page);
  if (known !== undefined) return known;
  const { tree, flow } = page;
  const found = new Set<number>();
  for (let node = 1; node < tree.count; node++) {
    const kind = tagOf(tree, node);
    if (kind < tag.h1 || kind > tag.h6 || flow.kind[node] === flowKind.skipped) continue;
    const text = page.textOf(node);
    if (text.length > maxHeadingLength) continue;
    const at = personSections.findIndex((section) => section.test(foldText(text)));
    if (at !== -1) found.add(at);
  }
  const isPerson = found.size >= minSections;
  personPages.set(page, isPerson);
  return isPerson;
}

/** Returns the short line behind a person's name, which is what the person does. */
export function subtitleCandidates(page: PageView): Candidate[] {
  const { tree } = page;
  const title = mainTitleNode(page);
  if (title === -1) return [];
  const lines = page.lines();
  const at = lines.findIndex(({ from }) => from >= title);
  const next = lines[at + 1];
  if (at === -1 || next === undefined) return [];
  const outer = parentOf(tree, parentOf(tree, title));
  const isBeside = next.from < endOf(tree, Math.max(outer, 0));
  const isName = next.text.length <= maxSubtitleLength && !/[\d@:]|[.!?]$/.test(next.text);
  if (!isBeside || !isName) return [];
  const { text, element } = next;
  const reason = 'subtitle of the name';
  return [{ text, node: element, source: 'visible', reason, strength: subtitleStrength, fit: 1 }];
}

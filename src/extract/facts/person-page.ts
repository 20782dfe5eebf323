import { foldText } from '../words/words.ts';
import type { PageFacts } from './page-facts.ts';

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

/** Returns true if a page is about a person: its headings are those of a curriculum vitae. */
export function isPersonPage(page: PageFacts): boolean {
  const found = new Set<number>();
  for (const heading of page.headings()) {
    const text = page.textOf(heading);
    if (text.length > maxHeadingLength) continue;
    const at = personSections.findIndex((section) => section.test(foldText(text)));
    if (at !== -1) found.add(at);
  }
  return found.size >= minSections;
}

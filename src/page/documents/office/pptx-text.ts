import { escapeHtml } from '../../../domain/values/escape-html.ts';
import { BlockList } from './block-list.ts';
import { type InlinePiece, joinPieces, tagsOf } from './inline-html.ts';
import type { Relation } from './office-package.ts';
import { ommlToHtml } from './omml.ts';
import { alternative, childOf, childrenOf, isOn, type XmlElement } from './xml-tree.ts';

type Relations = ReadonlyMap<string, Relation>;

/** Returns the paragraphs of a text body (ECMA-376 part 1, 21.1.2), each as HTML. */
export function paragraphsHtml(body: XmlElement | undefined, relations: Relations, href?: string): string[] {
  return childrenOf(body, 'p').map((paragraph) => joinPieces(piecesOf(paragraph, relations, href)).trim());
}

function piecesOf(parent: XmlElement, relations: Relations, href?: string): InlinePiece[] {
  return parent.children.flatMap((element): InlinePiece[] => {
    switch (element.name) {
      case 'r':
      case 'fld':
        return [
          { tags: runTags(element, relations, href), html: escapeHtml(childOf(element, 't')?.text ?? '') },
        ];
      case 'br':
        return [{ tags: [], html: '<br>' }];
      case 'oMath':
        return [{ tags: [], html: ommlToHtml(element) }];
      case 'pPr':
      case 'endParaRPr':
        return [];
      default:
        return piecesOf(
          element.name === 'AlternateContent' ? alternative(element) : element,
          relations,
          href,
        );
    }
  });
}

function runTags(run: XmlElement, relations: Relations, href?: string): string[] {
  const properties = childOf(run, 'rPr');
  const { b, i, strike, baseline } = properties?.attributes ?? {};
  const offset = Number.parseInt(baseline ?? '0', 10);
  const position = offset > 0 ? 'sup' : 'sub';
  return tagsOf({
    href: linkOf(properties, relations) ?? href,
    isBold: isOn(b),
    isItalic: isOn(i),
    isStruck: /^(?:sng|dbl)Strike$/.test(strike ?? ''),
    ...(offset !== 0 && { position }),
  });
}

/** Returns the external target of a click on a text or shape. */
export function linkOf(properties: XmlElement | undefined, relations: Relations): string | undefined {
  const relation = relations.get(childOf(properties, 'hlinkClick')?.attributes.id ?? '');
  return relation?.isExternal === true ? relation.target : undefined;
}

/** Reads the bullet of a paragraph from where its style is stated, nearest first. */
export type BulletStyles = (level: number) => readonly (XmlElement | undefined)[];

const bulletNames: ReadonlySet<string> = new Set(['buNone', 'buChar', 'buAutoNum', 'buBlip']);

function findBullet(sources: readonly (XmlElement | undefined)[]): XmlElement | undefined {
  return sources.flatMap((source) => source?.children ?? []).find(({ name }) => bulletNames.has(name));
}

/** Converts a text body to paragraphs and nested lists. */
export function textBodyHtml(
  body: XmlElement | undefined,
  { styles, relations, href }: { styles: BulletStyles; relations: Relations; href?: string | undefined },
): string {
  const blocks = new BlockList();
  const texts = paragraphsHtml(body, relations, href);
  const counts: number[] = [];
  // Many paragraphs share the style of their level.
  const inherited = new Map<number, XmlElement | undefined>();
  for (const [index, paragraph] of childrenOf(body, 'p').entries()) {
    const html = texts[index] ?? '';
    const properties = childOf(paragraph, 'pPr');
    const level = Math.min(8, Math.max(0, Number(properties?.attributes.lvl ?? 0) || 0));
    if (html === '') continue;
    if (!inherited.has(level)) inherited.set(level, findBullet(styles(level)));
    const bullet = findBullet([properties]) ?? inherited.get(level);
    counts.length = Math.min(counts.length, level + 1);
    if (bullet === undefined || bullet.name === 'buNone') {
      counts.length = 0;
      blocks.block(`<p>${html}</p>`);
      continue;
    }
    const isNumbered = bullet.name === 'buAutoNum';
    const start = Number(bullet.attributes.startAt ?? 1) || 1;
    counts[level] = isNumbered ? (counts[level] ?? start - 1) + 1 : 0;
    blocks.item({ level, number: isNumbered ? counts[level] : null }, html);
  }
  return blocks.html();
}

import { escapeHtml } from '../../../domain/values/escape-html.ts';
import { parseXml } from '../office/parse-xml.ts';

const mathElement = /^(?:m[a-z]{1,20}|semantics)$/;
const keptAttributes = ['mathvariant', 'stretchy', 'fence', 'linethickness', 'accent'];

/** Returns the MathML of a formula (OpenDocument 1.3 part 3, 15) as HTML; empty if the XML has none or is damaged. */
export function mathmlToHtml(xml: Uint8Array): string {
  const parts: string[] = [];
  let mathDepth = 0;
  let skippedDepth = 0;
  try {
    parseXml(xml, {
      open(name, attributes) {
        if (skippedDepth > 0 || (mathDepth > 0 && !mathElement.test(name))) skippedDepth += 1;
        else if (mathDepth > 0 || name === 'math') {
          mathDepth += 1;
          const kept = keptAttributes.filter((key) => attributes[key] !== undefined);
          parts.push(
            `<${name}${kept.map((key) => ` ${key}="${escapeHtml(attributes[key] ?? '')}"`).join('')}>`,
          );
        }
      },
      close(name) {
        if (skippedDepth > 0) skippedDepth -= 1;
        else if (mathDepth > 0) {
          mathDepth -= 1;
          parts.push(`</${name}>`);
        }
      },
      text(text) {
        if (mathDepth > 0 && skippedDepth === 0) parts.push(escapeHtml(text));
      },
    });
  } catch {
    // A damaged formula does not make the document unreadable.
    return '';
  }
  return parts.join('');
}

import type { ShikiTransformer } from 'shiki/core';

/** Style of a token: the variable of its colour. */
const tokenStyle = /^color:var\(--code-(?:token-)?([a-z-]+)\)$/;

/** Returns the class for the style of a token, which theme/style.css defines for both themes. */
function classOf(style: unknown): string | null {
  const [, name] = tokenStyle.exec(String(style)) ?? [];
  return name === undefined ? null : `code-${name}`;
}

/** Replaces the inline styles of highlighted code by classes, because the policy of the pages allows no inline styles. */
export const addClassNames: ShikiTransformer = {
  name: 'webdata-class-names',
  pre(node) {
    delete node.properties.style;
  },
  span(node) {
    const name = classOf(node.properties.style);
    delete node.properties.style;
    if (name !== null) this.addClassToHast(node, name);
  },
};

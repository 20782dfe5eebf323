import { randomUUID } from 'node:crypto';

/** Source of a function that returns the elements below a root: those of its document, then those of each shadow root that this world knows. */
export const listElementsSource = `(root) => {
  const roots = [root];
  const elements = [];
  for (const one of roots)
    for (const element of one.querySelectorAll('*')) {
      elements.push(element);
      if (element.shadowRoot) roots.push(element.shadowRoot);
    }
  return elements;
}`;

/**
 * Name of the event that tells the snapshot engine of a document which elements listen to a pointer, and which closed shadow roots
 * it has: they are the targets of its touches. Worlds of a document share nothing else that can refer to a node; the page does not know
 * the name.
 */
export const reportEvent = `webdata-${randomUUID()}`;

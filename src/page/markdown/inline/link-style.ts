import type { LinkForm } from '../../../domain/pages/link-form.ts';
import { linkDestination } from './escape.ts';

/** Writes the addresses of links and images of one document in one form. */
export class LinkStyle {
  /** The numbers of the addresses, in the order of their first use. */
  private readonly numbers = new Map<string, number>();
  readonly form: LinkForm;

  constructor(form: LinkForm) {
    this.form = form;
  }

  /** Returns what follows the `[label` of a link; only for a form that shows links. */
  end(url: string): string {
    if (this.form === 'inline') return `](${linkDestination(url)})`;
    const number = this.numbers.get(url) ?? this.numbers.size + 1;
    this.numbers.set(url, number);
    return `][${number}]`;
  }

  /** Returns a link with a finished label. */
  link(label: string, url: string): string {
    return this.form === 'none' ? label : `[${label}${this.end(url)}`;
  }

  /** Returns an image; without addresses it is its label. */
  image(label: string, url: string): string {
    return this.form === 'none' ? label : `![${label}${this.end(url)}`;
  }

  /** Returns the addresses by number, one on each line; empty for a form without references. */
  definitions(): string {
    return [...this.numbers].map(([url, number]) => `[${number}]: ${linkDestination(url)}`).join('\n');
  }
}

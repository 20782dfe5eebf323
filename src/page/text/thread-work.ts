import type { TextWork } from '../../domain/pages/content.ts';
import type { Section } from '../../domain/pages/page.ts';
import type { SectionRequest, SectionText } from './section-text.ts';
import type { TextWindow, WindowRequest } from './text-window.ts';

/** Finds a section of a Markdown text. */
export const sectionTextWork: TextWork<SectionRequest, SectionText | null> = { name: 'section_text' };

/** Finds the first passage of a text that gives instructions to language models, and returns a quote of it. */
export const instructionQuoteWork: TextWork<string, string | null> = { name: 'instruction_quote' };

/** Returns the sections of a Markdown text. */
export const sectionsWork: TextWork<string, Section[]> = { name: 'sections' };

/** Returns a part of a text. */
export const textWindowWork: TextWork<WindowRequest, TextWindow> = { name: 'text_window' };

import { effect, signal } from '@preact/signals';

/** Colour scheme: the one of the system, or a fixed one. */
export type Theme = 'system' | 'light' | 'dark';

const storageName = 'webdata-theme';
const themes: readonly Theme[] = ['system', 'light', 'dark'];

function readTheme(): Theme {
  const stored = localStorage.getItem(storageName);
  return themes.find((theme) => theme === stored) ?? 'system';
}

/** The chosen colour scheme. */
export const theme = signal<Theme>(readTheme());

effect(() => {
  document.documentElement.dataset.theme = theme.value;
  localStorage.setItem(storageName, theme.value);
});

/** Changes to the next colour scheme. */
export function switchTheme(): void {
  theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'system';
}

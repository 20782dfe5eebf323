// Sets the theme before the page is shown. The console stores its choice under the same name.
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

/** Applies the stored theme, or the one of the system. */
function applyTheme() {
  const theme = localStorage.getItem('webdata-theme');
  const isDark = theme === 'dark' || (theme !== 'light' && prefersDark.matches);
  document.documentElement.classList.toggle('dark', isDark);
}

applyTheme();
prefersDark.addEventListener('change', applyTheme);

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Icon } from '../components/icon.tsx';
import { BookOpen, LogOut, Menu, Monitor, Moon, Search, Sun } from '../components/icons.ts';
import { Toasts } from '../components/toasts.tsx';
import { isConnected } from '../data/connection.ts';
import { clearQueries } from '../data/query.ts';
import { route } from '../data/route.ts';
import { hasScope, signOut } from '../data/session.ts';
import { switchTheme, theme } from '../data/theme.ts';
import { formatNumber } from '../text/format.ts';
import { useAccount } from './account.ts';
import { PageOutlet } from './page-outlet.tsx';
import { pages } from './pages.ts';
import { CommandPalette, isPaletteOpen, paletteShortcut } from './palette/command-palette.tsx';

const isMenuOpen = signal(false);
const themeIcons = { system: Monitor, light: Sun, dark: Moon };

function Navigation() {
  const { path } = route.value;
  const offered = pages.filter(({ navigation, scope }) => navigation !== null && hasScope(scope));
  const groups = Map.groupBy(offered, ({ navigation }) => navigation?.group ?? '');
  return (
    <nav
      class={`navigation${isMenuOpen.value ? ' navigation-open' : ''}`}
      aria-label="Console"
      id="navigation"
    >
      <a class="brand" href="#/">
        <span class="brand-mark" aria-hidden="true">
          w
        </span>
        webdata
      </a>
      {[...groups].map(([group, members]) => (
        <div key={group} class="navigation-group">
          <h2>{group}</h2>
          {members.map(({ pattern, title, navigation }) => (
            <a
              key={pattern}
              href={`#${pattern}`}
              aria-current={path === pattern || path.startsWith(`${pattern}/`) ? 'page' : undefined}
            >
              {navigation !== null && <Icon icon={navigation.icon} />}
              {title}
            </a>
          ))}
        </div>
      ))}
      <div class="navigation-group navigation-end">
        <a href="/docs/" target="_blank" rel="noreferrer">
          <Icon icon={BookOpen} />
          Documentation
        </a>
      </div>
    </nav>
  );
}

function Header() {
  const { data } = useAccount();
  const account = data.value;
  const leave = async () => {
    await signOut();
    clearQueries();
  };
  return (
    <header class="header">
      <button
        type="button"
        class="button button-quiet button-icon menu-button"
        aria-label="Menu"
        aria-expanded={isMenuOpen.value}
        aria-controls="navigation"
        onClick={() => {
          isMenuOpen.value = !isMenuOpen.value;
        }}
      >
        <Icon icon={Menu} />
      </button>
      <button
        type="button"
        class="palette-button"
        onClick={() => {
          isPaletteOpen.value = true;
        }}
      >
        <Icon icon={Search} />
        <span>Search pages and actions</span>
        <kbd>{paletteShortcut}</kbd>
      </button>
      <span class="header-space" />
      {account !== null && (
        <span class="header-account">
          <span class="header-name">{account.name}</span>
          <span
            class={`credits${account.unlimited ? ' credits-unlimited' : ''}`}
            title="Credits that this account can spend"
          >
            {account.unlimited ? 'Unlimited credits' : `${formatNumber(account.credits.available)} credits`}
          </span>
        </span>
      )}
      <Button
        kind="quiet"
        icon={themeIcons[theme.value]}
        label={`Colours: ${theme.value}. Switch`}
        onClick={switchTheme}
      />
      <Button kind="quiet" icon={LogOut} label="Sign out" onClick={() => void leave()} />
      <Toasts />
    </header>
  );
}

function ConnectionBanner() {
  if (isConnected.value) return null;
  return (
    <div class="banner" role="alert">
      <span class="spinner" aria-hidden="true" />
      The service does not answer. The console reconnects when it is back; shown data may be old.
    </div>
  );
}

/** The frame of every page of a signed-in user. */
export function Shell() {
  const { path } = route.value;
  // Closes the menu when another page opens
  useEffect(() => {
    isMenuOpen.value = false;
  }, [path]);
  return (
    <div class="shell">
      <button type="button" class="skip-link" onClick={focusMain}>
        Skip to content
      </button>
      <Navigation />
      <div class="frame">
        <Header />
        <ConnectionBanner />
        <main id="main" tabIndex={-1}>
          <PageOutlet />
        </main>
      </div>
      <CommandPalette />
      <ConfirmDialog />
    </div>
  );
}

function focusMain(): void {
  document.getElementById('main')?.focus();
}

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { SearchX } from '../components/icons.ts';
import { EmptyState, ErrorState, LoadingState } from '../components/states.tsx';
import { matchPath, navigate, route } from '../data/route.ts';
import { hasScope } from '../data/session.ts';
import { firstPath, type PageEntry, type PageProps, pages } from './pages.ts';

const loaded = new Map<PageEntry['pattern'], ComponentType<PageProps>>();

function findPage(path: string): { page: PageEntry; params: Record<string, string> } | null {
  for (const page of pages) {
    const params = matchPath(page.pattern, path);
    if (params !== null) return { page, params };
  }
  return null;
}

/** Loads the code of a page; returns null until it is there. */
function usePage(page: PageEntry | undefined) {
  const [, setVersion] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  // `attempt` repeats a failed load
  useEffect(() => {
    if (page === undefined || loaded.has(page.pattern)) return;
    setError(null);
    page.load().then(
      (component) => {
        loaded.set(page.pattern, component);
        setVersion((version) => version + 1);
      },
      () => setError('The page could not be loaded. The service may have been updated; reload the console.'),
    );
  }, [page, attempt]);
  return {
    component: page === undefined ? null : (loaded.get(page.pattern) ?? null),
    error,
    retry: () => setAttempt((count) => count + 1),
  };
}

/** The page at the current place. */
export function PageOutlet() {
  const { path } = route.value;
  const found = findPage(path);
  const { component: Page, error, retry } = usePage(found?.page);
  useEffect(() => {
    if (path === '/') navigate(firstPath);
    document.title = found === null ? 'webdata' : `${found.page.title} · webdata`;
  }, [path, found?.page]);
  if (path === '/') return null;
  if (found === null || !hasScope(found.page.scope)) {
    return (
      <EmptyState
        icon={SearchX}
        title={found === null ? 'This page does not exist' : 'This page needs another key'}
        text={
          found === null
            ? `There is no page at ${path}.`
            : `The key does not have the scope "${found.page.scope}". Sign in with a key that has it.`
        }
      >
        <a class="button button-secondary" href={`#${firstPath}`}>
          Open the start page
        </a>
      </EmptyState>
    );
  }
  if (error !== null) return <ErrorState message={error} onRetry={retry} />;
  if (Page === null) return <LoadingState />;
  return <Page params={found.params} />;
}

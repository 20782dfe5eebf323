import { useCallback } from 'preact/hooks';
import type { Recipe } from '../../../../clients/typescript/src/index.ts';
import { ApiLink } from '../../components/api-link.tsx';
import { Button } from '../../components/button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { CookingPot } from '../../components/icons.ts';
import { SplitView } from '../../components/side-panel.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { client } from '../../data/client.ts';
import { usePagedList } from '../../data/paged-list.ts';
import { navigate, route, setParams } from '../../data/route.ts';
import { hasScope } from '../../data/session.ts';
import { RecipePanel } from './recipe-panel.tsx';

const pageSize = 100;
const refreshMs = 15_000;

const columns: readonly Column<Recipe>[] = [
  {
    id: 'name',
    label: 'Recipe',
    width: 'minmax(0, 1fr)',
    cell: ({ name, url }) => (
      <span class="cell-main">
        <strong>{name}</strong> <span class="muted">{url}</span>
      </span>
    ),
  },
  {
    id: 'fields',
    label: 'Fields',
    width: '70px',
    align: 'end',
    isWideOnly: true,
    cell: ({ fields }) => fields.length,
  },
  {
    id: 'health',
    label: 'Runs OK',
    width: '100px',
    align: 'end',
    isWideOnly: true,
    cell: ({ health }) => (health.runs === 0 ? '–' : `${health.ok} of ${health.runs}`),
  },
  {
    id: 'last',
    label: 'Last run',
    width: '130px',
    cell: ({ last_run: run }) =>
      run === null ? <span class="muted">never</span> : <StatusBadge status={run.status} />,
  },
];

function RecipeList() {
  const read = useCallback(async (offset: number | null, signal: AbortSignal) => {
    const page = await client.value.listRecipes({ limit: pageSize, offset: offset ?? 0 }, { signal });
    return { items: page.recipes, next: page.next_offset };
  }, []);
  const list = usePagedList('recipes', { read, keyOf: ({ rid }) => rid, refreshMs });
  const error = list.error ?? list.first.error.value;
  if (list.items === null) {
    return error === null ? (
      <LoadingState />
    ) : (
      <ErrorState message={error} onRetry={() => list.first.refresh()} />
    );
  }
  if (list.items.length === 0) {
    return (
      <EmptyState
        icon={CookingPot}
        title="No recipes yet"
        text="Collect reads the records of a listing, and saves how it found them as a recipe. The next run reads the source directly."
      >
        {hasScope('write') && (
          <Button kind="primary" onClick={() => navigate('/playground/collect')}>
            Collect a listing
          </Button>
        )}
      </EmptyState>
    );
  }
  return (
    <DataTable
      label="Recipes"
      items={list.items}
      columns={columns}
      keyOf={({ rid }) => rid}
      onOpen={({ rid }) => setParams({ recipe: rid })}
      onEnd={list.readMore}
    />
  );
}

/** Saved recipes: their source, their health, test and run. */
export function RecipesPage() {
  const opened = route.value.params.get('recipe');
  return (
    <div class="page">
      <header class="page-head">
        <h1>Recipes</h1>
      </header>
      <SplitView
        detail={
          opened === null ? null : (
            <RecipePanel key={opened} rid={opened} onClose={() => setParams({ recipe: null })} />
          )
        }
      >
        <RecipeList />
      </SplitView>
      <ApiLink method="GET" path="/v1/recipes" tag="recipes" operation="list_recipes" />
    </div>
  );
}

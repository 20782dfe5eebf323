import type { AgentText, AnswerView } from '../../../operations/declaration/answer-view.ts';
import { jsonRows } from '../../../operations/views/json-rows.ts';
import { countOf } from '../../../operations/views/page-text.ts';
import type { RecipeDocument } from './recipe-document.ts';

/** Recipes, as a list returns them. */
interface RecipeList {
  recipes: RecipeDocument[];
  total: number;
}

/** Says how the runs of a recipe went. */
function healthText({ last_run: last, health: { runs, ok } }: RecipeDocument): string {
  if (last === null) return 'no run yet';
  const whole = last.complete ? '' : ', not complete';
  return `last run ${last.at}: ${last.status}, ${countOf(last.records, 'record')}${whole}; ${ok} of ${runs} runs ok`;
}

function nameText({ name, url, fields, source }: RecipeDocument): string {
  const title = url.includes(name) ? '' : `${name}: `;
  return `${title}${url} (${source?.kind ?? 'no source found yet'}): ${fields.join(', ')}`;
}

/** Returns the parts of a source that say where the values are, without those that only the service needs. */
function sourceRows({ source }: RecipeDocument): string[] {
  if (source === null) return [];
  const { method, url_template, record_path, field_map, pagination } = source;
  const call = url_template === null ? {} : { call: `${method} ${url_template}` };
  return jsonRows({ ...call, records: record_path, values: field_map, pages: pagination.way.kind });
}

function recipeText(recipe: RecipeDocument): AgentText {
  const { rid, country, health } = recipe;
  const exit = country === null ? '' : `, exit ${country}`;
  return {
    essence: `${rid}: ${healthText(recipe)}${exit}`,
    untrusted: health.last_error,
    body: [nameText(recipe), ...sourceRows(recipe)],
  };
}

function recipesText({ recipes, total }: RecipeList): AgentText {
  return {
    essence: [
      countOf(total, 'recipe'),
      ...recipes.map((recipe) => `${recipe.rid}: ${healthText(recipe)}`),
    ].join('\n'),
    untrusted: null,
    body: recipes.map((recipe) => `${recipe.rid} ${nameText(recipe)}`),
  };
}

/** Shows a recipe. */
export const recipeView: AnswerView<RecipeDocument> = { agentText: recipeText };

/** Shows recipes, one on each line. */
export const recipesView: AnswerView<RecipeList> = { agentText: recipesText };

import { namedSubjects, type RequestSubject } from '../../../account/requests/request-subjects.ts';

/** Names the recipe of a request. */
export const recipeSubject: RequestSubject = {
  kind: 'recipe',
  field: 'rid',
  noun: 'recipe',
  async describe(database, accountId, references) {
    const rows = await database
      .selectFrom('recipes')
      .select(['recipe_id as id', 'name'])
      .where('account_id', '=', accountId)
      .where('recipe_id', 'in', [...new Set(references.map(({ id }) => id))])
      .execute();
    return namedSubjects(references, rows);
  },
};

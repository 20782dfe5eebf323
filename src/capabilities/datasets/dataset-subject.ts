import { namedSubjects, type RequestSubject } from '../../account/requests/request-subjects.ts';

/** Names the dataset of a request. */
export const datasetSubject: RequestSubject = {
  kind: 'dataset',
  field: 'did',
  async describe(database, accountId, references) {
    const rows = await database
      .selectFrom('datasets')
      .select(['dataset_id as id', 'name'])
      .where('account_id', '=', accountId)
      .where('dataset_id', 'in', [...new Set(references.map(({ id }) => id))])
      .execute();
    return namedSubjects(references, rows);
  },
};

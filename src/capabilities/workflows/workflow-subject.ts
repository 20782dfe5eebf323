import { namedSubjects, type RequestSubject } from '../../account/requests/request-subjects.ts';

/** Names the workflow of a request. */
export const workflowSubject: RequestSubject = {
  kind: 'workflow',
  field: 'id',
  noun: 'workflow',
  async describe(database, accountId, references) {
    const rows = await database
      .selectFrom('workflows')
      .select(['workflow_id as id', 'name'])
      .where('account_id', '=', accountId)
      .where('workflow_id', 'in', [...new Set(references.map(({ id }) => id))])
      .execute();
    return namedSubjects(references, rows);
  },
};

import type { RequestSubject, SubjectText } from '../../account/requests/request-subjects.ts';

/** Names the monitor of a request, and what a check of it found. */
export const monitorSubject: RequestSubject = {
  kind: 'monitor',
  field: 'mid',
  async describe(database, accountId, references) {
    const monitors = await database
      .selectFrom('monitors')
      .select(['monitor_id', 'name', 'url'])
      .where('account_id', '=', accountId)
      .where('monitor_id', 'in', [...new Set(references.map(({ id }) => id))])
      .execute();
    const names = new Map(monitors.map(({ monitor_id: id, name, url }) => [id, name ?? url]));
    const receipts = references.flatMap(({ receiptId }) => receiptId ?? []);
    const checks =
      receipts.length === 0 || names.size === 0
        ? []
        : await database
            .selectFrom('monitor_checks')
            .select(['receipt_id', 'summary'])
            .where('monitor_id', 'in', [...names.keys()])
            .where('receipt_id', 'in', receipts)
            .execute();
    const outcomes = new Map(checks.map(({ receipt_id: id, summary }) => [id, summary]));
    return new Map(
      references.flatMap(({ requestId, id, receiptId }): Array<[string, SubjectText]> => {
        const name = names.get(id) ?? null;
        const outcome = receiptId === null ? null : (outcomes.get(receiptId) ?? null);
        return name === null ? [] : [[requestId, { name, outcome }]];
      }),
    );
  },
};

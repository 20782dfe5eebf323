import type { HistoryDetail } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Facts } from '../../components/facts.tsx';
import { Play } from '../../components/icons.ts';
import { JsonView } from '../../components/json-view.tsx';
import { ReceiptPath } from '../../components/receipt-path.tsx';
import { SidePanel } from '../../components/side-panel.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query.ts';
import { navigate } from '../../data/route.ts';
import { formatDuration, formatNumber } from '../../text/format.ts';
import { originName, wordsOf } from '../../text/request-words.ts';

function Detail({ request, keyName }: { request: HistoryDetail; keyName: string | undefined }) {
  return (
    <>
      {request.url !== null && <p class="url">{request.url}</p>}
      {request.error !== undefined && <p class="field-error">{request.error.message}</p>}
      <div>
        <Button
          kind="primary"
          icon={Play}
          onClick={() => navigate(`/playground/${request.tool}?replay=${request.rid}`)}
        >
          Replay in the playground
        </Button>
      </div>
      <Facts
        facts={[
          ['Status', <StatusBadge key="status" status={request.status} />],
          ['Time', <Time key="time" at={request.at} />],
          ['Duration', formatDuration(request.ms)],
          ['Credits', formatNumber(request.credits)],
          ['From', originName(request.origin)],
          ['Exit country', request.country],
          ['Key', request.key_id === null ? null : (keyName ?? <code key="key">{request.key_id}</code>)],
        ]}
      />
      {request.receipt === null ? (
        <p class="muted">The request fetched no page, so it has no receipt.</p>
      ) : (
        <ReceiptPath receipt={request.receipt} />
      )}
      <section aria-label="Fields of the request">
        <h2>Fields of the request</h2>
        <JsonView value={request.params} />
      </section>
      <p class="muted">
        <code>{request.rid}</code> <CopyButton text={request.rid} label="Copy the request id" />
      </p>
    </>
  );
}

/** One request of the history: its outcome, receipt and fields. */
export function RequestDetail(props: {
  rid: string;
  /** Names of keys by identifier, as far as they are known. */
  keyNames: ReadonlyMap<string, string>;
  onClose(): void;
}) {
  const { rid, keyNames, onClose } = props;
  const { data, error, refresh } = useQuery(`request ${rid}`, (signal) =>
    client.value.getRequest({ rid }, { signal }),
  );
  const { deed, about } = data.value === null ? { deed: 'Request', about: '' } : wordsOf(data.value);
  return (
    <SidePanel title={`${deed} ${about}`.trim()} onClose={onClose}>
      {data.value !== null && <Detail request={data.value} keyName={keyNames.get(data.value.key_id ?? '')} />}
      {data.value === null && error.value !== null && <ErrorState message={error.value} onRetry={refresh} />}
      {data.value === null && error.value === null && <LoadingState />}
    </SidePanel>
  );
}

import './home.css';
import { ApiLink } from '../../components/api-link.tsx';
import { hasScope } from '../../data/session.ts';
import { AttentionList } from './attention-list.tsx';
import { HealthLine } from './health-line.tsx';
import { RecentWork } from './recent-work.tsx';
import { StartForm } from './start-form.tsx';

/** The first page: what to do with an address, recent work, and the health of the service. */
export function HomePage() {
  return (
    <div class="page">
      <header class="page-head">
        <h1>Home</h1>
        <span class="head-space" />
        <HealthLine />
      </header>
      <AttentionList />
      {hasScope('write') && <StartForm />}
      <RecentWork />
      <ApiLink method="GET" path="/v1/jobs?limit=6" tag="jobs" operation="list_jobs" />
    </div>
  );
}

import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/components.css';
import './styles/form.css';
import './styles/table.css';
import { render } from 'preact';
import { Shell } from './app/shell.tsx';
import { SignIn } from './app/sign-in.tsx';
import { LoadingState } from './components/states.tsx';
import { session, startSession } from './data/session.ts';

function Console() {
  if (session.value === undefined) return <LoadingState label="Signing in" />;
  return session.value === null ? <SignIn /> : <Shell />;
}

const root = document.getElementById('console');
if (root !== null) render(<Console />, root);
void startSession();

import { applications } from './applications.ts';
import { clicks } from './clicks.ts';
import { drags } from './drags.ts';
import { drawings } from './drawings.ts';
import { forms } from './forms.ts';
import type { Solvers } from './tools.ts';

/** Solvers by the name of the task. */
export const solvers: Solvers = { ...clicks, ...forms, ...drags, ...applications, ...drawings };

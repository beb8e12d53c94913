import { a11yViolationsByViewport } from '../support/a11y.ts';
import { useApp } from '../support/app.ts';
import { testStates } from '../support/page-states.ts';

// `page-states.e2e.ts` looks at each state in two looks of axe; here it is looked at in all.
useApp();

testStates(a11yViolationsByViewport);

import type { Page } from 'playwright-core';
import { demoAttorneys } from '../../apps/server/src/seeds/demo-people.ts';
import { signedIn } from './app.ts';
import { watchWrites } from './undo.ts';
import { recordCall } from './wire.ts';

const { thabo } = demoAttorneys;
export const line = (page: Page, narration: string) =>
  page.getByRole('button', { name: new RegExp(narration) });

/** The attorney's page with a call of this narration. */
export async function withCall(narration: string, width = 390) {
  const recorded = await recordCall(thabo, narration);
  const seen = await signedIn(thabo, undefined, { width });
  await line(seen.page, narration).waitFor();
  await seen.page.clock.install();
  return { ...seen, recorded, writes: watchWrites(seen.page) };
}

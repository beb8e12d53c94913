import { type Visit, type Viewport } from './browser.ts';
import { signedIn } from './app.ts';

export async function openManager(
  as: { email: string; password: string },
  window: Viewport = {},
): Promise<Visit> {
  const seen = await signedIn(as, '/home/attorneys/file-handler', window);
  await seen.page.getByRole('button', { name: 'Download Disbursements' }).waitFor();
  return seen;
}

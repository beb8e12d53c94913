import { apiRoot } from '@recoup/contract/core/endpoint';
import type { Page } from 'playwright-core';
import { realJpeg } from '../fixtures/real-jpeg.ts';

export const save = async (page: Page) => page.getByRole('button', { name: 'Save' }).click();
export const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
export const jpeg = (name = 'letterhead.jpg') => ({
  name,
  mimeType: 'image/jpeg',
  buffer: realJpeg,
});

/** The same call that the page makes, with the page's own session. */
export async function call(
  page: Page,
  method: string,
  address: string,
  body?: object,
): Promise<{ status: number; text: string }> {
  return page.evaluate(
    async ([url, verb, payload]) => {
      const reply = await fetch(url, {
        method: verb,
        headers: {
          authorization: `Bearer ${sessionStorage.getItem('token')}`,
          'content-type': 'application/json',
          'x-xsrf-token': /XSRF-TOKEN=(\w+)/.exec(document.cookie)?.[1] ?? '',
        },
        ...(payload !== '' && { body: payload }),
      });
      return { status: reply.status, text: await reply.text() };
    },
    [`${apiRoot}${address}`, method, body === undefined ? '' : JSON.stringify(body)] as const,
  );
}

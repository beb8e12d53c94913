import { disbursementEndpoints } from '@recoup/contract/disbursements/endpoints';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { send } from './api-client.ts';
import { deadlines, withDeadline } from './deadline.ts';
import { memoryStorage } from '../../entries/outbox/memory-storage.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('sessionStorage', memoryStorage());
  vi.stubGlobal('document', { cookie: '' });
  sessionStorage.setItem('token', 'of a session');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Answers nothing until the signal ends it, as a hanging network. */
const hangs = (_address: string, { signal }: RequestInit): Promise<Response> =>
  new Promise((_resolve, reject) => {
    const end = () => reject(new DOMException('aborted', 'AbortError'));
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end);
  });

const read = (signal?: AbortSignal) =>
  send(disbursementEndpoints.listDisbursements, { query: {} }, { signal });

const asValue = (error: unknown): unknown => error;

describe('a request', () => {
  it('that has no answer in time says so', async () => {
    vi.stubGlobal('fetch', hangs);
    const error = read().catch(asValue);
    await vi.advanceTimersByTimeAsync(deadlines.read);
    expect(await error).toMatchObject({ code: 'late', status: 0 });
  });

  it('whose answer stops half-way says so', async () => {
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => ({
      ok: true,
      headers: new Headers(),
      json: () => hangs(address, init),
    }));
    const error = read().catch(asValue);
    await vi.advanceTimersByTimeAsync(deadlines.read);
    expect(await error).toMatchObject({ code: 'late' });
  });

  it('that its caller ends is no late one', async () => {
    vi.stubGlobal('fetch', hangs);
    const controller = new AbortController();
    const error = read(controller.signal).catch(asValue);
    controller.abort();
    expect(await error).toMatchObject({ name: 'AbortError' });
  });

  it.each([
    ['a page of a proxy', '<html>Sign in to the hotel</html>'],
    ['nothing', ''],
  ])('that is answered with %s gives a sentence', async (_, body) => {
    vi.stubGlobal('fetch', async () => new Response(body, { status: 200 }));
    await expect(read()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('no readable answer'),
    });
  });

  it('whose connection breaks in the answer gives a sentence', async () => {
    const json = () => Promise.reject(new TypeError('network error'));
    vi.stubGlobal('fetch', async () => ({ ok: true, headers: new Headers(), json }));
    await expect(read()).rejects.toMatchObject({ code: 'network' });
  });
});

it('sends no request of a signed-in page without a session', async () => {
  sessionStorage.removeItem('token');
  const fetched = vi.fn<() => void>();
  vi.stubGlobal('fetch', fetched);
  await expect(read()).rejects.toMatchObject({ status: 401, code: 'unauthenticated' });
  expect(fetched).not.toHaveBeenCalled();
});

it('waits on while the work goes on', async () => {
  const work = withDeadline(100, undefined, async (signal, extend) => {
    for (let piece = 0; piece < 5; piece += 1) {
      await new Promise((resolve) => setTimeout(resolve, 80));
      if (signal.aborted) throw new Error('ended');
      extend(100);
    }
    return 'whole';
  });
  await vi.advanceTimersByTimeAsync(400);
  expect(await work).toBe('whole');
});

import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterFirstData } from './offline-page.ts';

const ctx = { act: vi.fn<() => void>(), client: new QueryClient() };

beforeEach(() => {
  vi.useFakeTimers();
  ctx.act = vi.fn<() => void>();
  ctx.client = new QueryClient();
});
afterEach(() => {
  ctx.client.clear();
  vi.useRealTimers();
});

function read(answersAfter: number): void {
  const queryFn = () =>
    new Promise<string>((resolve) => setTimeout(() => resolve('data'), answersAfter));
  void ctx.client.prefetchQuery({ queryKey: ['data'], queryFn });
}

it('acts once the first data has had its time to be drawn', async () => {
  read(1000);
  afterFirstData(ctx.client, ctx.act);
  await vi.advanceTimersByTimeAsync(1200);
  expect(ctx.act).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(ctx.act).toHaveBeenCalledOnce();
});

it('waits for data that is requested in that time', async () => {
  afterFirstData(ctx.client, ctx.act);
  await vi.advanceTimersByTimeAsync(200);
  read(1000);
  await vi.advanceTimersByTimeAsync(1200);
  expect(ctx.act).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(ctx.act).toHaveBeenCalledOnce();
});

it('does not wait for data that nothing wants any longer', async () => {
  read(60_000);
  afterFirstData(ctx.client, ctx.act);
  ctx.client.clear();
  await vi.advanceTimersByTimeAsync(300);
  expect(ctx.act).toHaveBeenCalledOnce();
});

it('begins its time no second time for a part that reads what is there', async () => {
  ctx.client.setQueryData(['data'], 'data');
  afterFirstData(ctx.client, ctx.act);
  await vi.advanceTimersByTimeAsync(200);
  const timers = vi.spyOn(globalThis, 'setTimeout');
  new QueryObserver(ctx.client, { queryKey: ['data'], enabled: false }).subscribe(() => {});
  expect(timers).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(ctx.act).toHaveBeenCalledOnce();
});

it('does not act once it is called off', async () => {
  afterFirstData(ctx.client, ctx.act)();
  await vi.advanceTimersByTimeAsync(1000);
  expect(ctx.act).not.toHaveBeenCalled();
});

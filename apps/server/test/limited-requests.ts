import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { expect, vi } from 'vitest';
import { portOf } from './raw-http.ts';
import type { TestApp } from './app.ts';

export function many(count: number, status: number): number[] {
  return Array<number>(count).fill(status);
}

export async function aFirmWithAnEntry(
  test: TestApp,
): Promise<{ firm: { id: string; domain: string }; firmId: string; token: string }> {
  const firm = await test.aFirm();
  const admin = await test.anAdmin({ firm });
  await test.anEntry({ firm, attorney: admin });
  return { firm, firmId: firm.id, token: await test.signIn(admin) };
}

export async function aSocket(test: TestApp, bytes: string): Promise<Socket> {
  const { server } = test.app;
  const port = portOf(server);
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, () => resolve(socket)));
  });
}

export async function untilAllLeft(test: TestApp): Promise<void> {
  const { server } = test.app;
  await vi.waitFor(
    async () => expect(await promisify(server.getConnections.bind(server))()).toBe(0),
    10_000,
  );
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

it('has the defaults of the product page', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    databaseUrl: undefined,
    seedsDemo: true,
    publicUrl: 'http://127.0.0.1:3000',
    smtpUrl: undefined,
  });
  expect(config.dataDir).toBe(process.getuid?.() === 0 ? '/var/lib/recoup' : `${process.cwd()}/data`);
});

it('puts an IPv6 address in brackets', () => {
  expect(readConfig({ HOST: '::1', PORT: '80' }).publicUrl).toBe('http://[::1]:80');
});

it('seeds no demo into a database of one’s own unless asked', () => {
  const DATABASE_URL = 'postgres://localhost/x';
  expect(readConfig({ DATABASE_URL }).seedsDemo).toBe(false);
  expect(readConfig({ DATABASE_URL, RECOUP_DEMO: '1' }).seedsDemo).toBe(true);
});

it('names every bad and every unknown setting at once', () => {
  const bad = {
    PORT: 'abc',
    HOST: '999.1.1.1',
    DATABASE_URL: 'mysql://x',
    RECOUP_DEMO: 'yes',
    RECOUP_ADMIN_PASSWORD: 'short',
    RECOUP_COLOUR: 'red',
    RECOUP_METRICS_TOKEN: 'short',
    RECOUP_LOG_LEVEL: 'loud',
  };
  expect(() => readConfig(bad)).toThrowError(
    /RECOUP_COLOUR[^]*PORT[^]*HOST[^]*DATABASE_URL[^]*RECOUP_DEMO[^]*RECOUP_ADMIN_PASSWORD[^]*RECOUP_METRICS_TOKEN[^]*RECOUP_LOG_LEVEL/,
  );
});

it('reads a secret from the file that is named instead of it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recoup-secrets-'));
  const file = join(folder, 'database_url');
  writeFileSync(file, 'postgres://recoup:s3cret@database/recoup\n');
  expect(readConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgres://recoup:s3cret@database/recoup');
  expect(() => readConfig({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://x' })).toThrowError(/both set/);
  expect(() => readConfig({ RECOUP_METRICS_TOKEN_FILE: join(folder, 'none') })).toThrowError(/RECOUP_METRICS_TOKEN_FILE names .*none/);
  expect(() => readConfig({ RECOUP_DEMO_FILE: file })).toThrowError(/RECOUP_DEMO_FILE is not a setting/);
  rmSync(folder, { recursive: true });
});

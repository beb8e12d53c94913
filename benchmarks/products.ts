/**
 * The attorneys page against the same page of products that a firm would otherwise set up: `npm run bench -- products`;
 * one alone: `npx tsx --conditions=source benchmarks/products.ts payload`. Same PostgreSQL, same 100,000 people in 200 firms, by status, ten rows, every third request a search, signed in.
 */
import { payload } from './products/payload.ts';
import { installProduct, type Product, startProduct } from './products/product.ts';
import { strapi } from './products/strapi.ts';
import { attorneyPages, seedPeople, signInAdmins } from './support/people.ts';
import {
  builtServer,
  load,
  median,
  peakMemory,
  startProcess,
  stopProcess,
  throwAwayPostgres,
} from './support/measure.ts';

const size = { firms: 200, attorneysOfFirm: 500 };
const rounds = 3;
const seconds = 8;
const asked = process.argv.slice(2);
const products = [strapi, payload].filter(({ name }) => asked.length === 0 || asked.includes(name));

const postgres = await throwAwayPostgres();
await seedPeople(postgres.url, size);
const ours = attorneyPages(await signInAdmins(postgres.url, size.firms));
const recoup = await startProcess(
  builtServer,
  { DATABASE_URL: postgres.url, PORT: '0' },
  /Recoup is ready at (\S+)/,
);
await load(recoup.said, ours, { seconds });
for (const product of products) await compare(product);
await stopProcess(recoup.child);
await postgres.stop();

async function compare(product: Product): Promise<void> {
  const folder = await installProduct(product);
  const { url, child, client, said } = await startProduct(product, folder, postgres.url);
  try {
    await product.seed(client, size);
    const requests = await product.requests({ url, client, said: said() });
    await load(url, requests, { seconds });
    const results: { ours: number; theirs: number; p50: number; ourP50: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const a = await load(recoup.said, ours, { seconds });
      const b = await load(url, requests, { seconds });
      results.push({ ours: a.perSecond, theirs: b.perSecond, p50: b.p50, ourP50: a.p50 });
    }
    const middle = (name: keyof (typeof results)[number]) =>
      Math.round(median(results.map((result) => result[name])));
    console.log(
      `ours             ${middle('ours')} req/s, p50 ${middle('ourP50')} ms, peak memory ${peakMemory(recoup.child)} MB`,
    );
    console.log(
      `${`${product.name} ${product.version}`.padEnd(17)}${middle('theirs')} req/s, p50 ${middle('p50')} ms, peak memory ${peakMemory(child)} MB`,
    );
    const ratio = median(results.map((result) => result.ours / result.theirs));
    console.log(
      `ratio            ${ratio.toFixed(1)} (median of ${rounds} alternating rounds of ${seconds} s, 20 connections)`,
    );
  } finally {
    await client.end();
    await stopProcess(child);
  }
}

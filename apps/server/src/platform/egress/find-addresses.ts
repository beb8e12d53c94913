import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';

/** All addresses of a name, as text; none if the name does not exist. */
export type FindAddresses = (name: string) => Promise<string[]>;

const queryLimits = { timeout: 1_500, tries: 2 };

/**
 * Reads /etc/hosts, then asks DNS. Not `dns.lookup`: it uses a thread for each name, and two slow
 * name servers of strangers would hold up all other look-ups of the process.
 */
export async function findAddresses(name: string): Promise<string[]> {
  const local = await findInHosts(name.replace(/\.$/, ''));
  if (local.length > 0) return local;
  const resolver = new Resolver(queryLimits);
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return found.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
}

async function findInHosts(name: string): Promise<string[]> {
  const text = await readFile('/etc/hosts', 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = (line.split('#')[0] ?? '').trim().toLowerCase().split(/\s+/);
    return names.includes(name) ? [address] : [];
  });
}

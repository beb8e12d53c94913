import { type Matter, matterEndpoints } from '@recoup/contract/matters/endpoints';
import { toMatterChoice } from '../../entries/entries.queries.ts';
import { send } from '../../platform/api/api-client.ts';
import { paths } from '../../platform/browser/paths.ts';
import { type Source, first } from './palette-source.ts';

export const matters: Source = {
  title: 'Matters',
  find: async (search, signal) =>
    (await findMatters(search, signal)).map((matter) => ({
      ...matterItem(matter),
      to: paths.mattersFound({ search: matter.number }),
    })),
};

export const mattersToRecordOn: Source = {
  title: 'Add entry on',
  find: async (search, signal) =>
    (await findMatters(search, signal)).map((matter) => ({
      ...matterItem(matter),
      to: paths.newEntry,
      state: toMatterChoice(matter),
    })),
};

async function findMatters(search: string, signal: AbortSignal): Promise<Matter[]> {
  const query = { ...first, search };
  return (await send(matterEndpoints.listMatters, { query }, { signal })).data;
}

function matterItem({ _id, number, description, client, status }: Matter) {
  const hints = [client, status === 'Open' ? null : status].filter((hint) => hint !== null);
  const label = `${number} ${description}`;
  return { id: _id, label, ...(hints.length > 0 && { hint: hints.join(' · ') }) };
}

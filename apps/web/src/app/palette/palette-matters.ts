import { type Matter, matterEndpoints } from '@recoup/contract/matters/endpoints';
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
  title: 'New entry on',
  find: async (search, signal) =>
    (await findMatters(search, signal)).map((matter) => ({
      ...matterItem(matter),
      to: paths.newEntry,
      state: {
        _id: matter._id,
        number: matter.number,
        name: matter.description,
        client: matter.client,
      },
    })),
};

async function findMatters(search: string, signal: AbortSignal): Promise<Matter[]> {
  const query = { ...first, search };
  return (await send(matterEndpoints.listMatters, { query }, { signal })).data;
}

function matterItem({ _id, number, description, client }: Matter) {
  return { id: _id, label: `${number} ${description}`, ...(client !== null && { hint: client }) };
}

import { role } from '@recoup/contract/core/access';
import { isCallTitle } from '@recoup/contract/disbursements/call-title';
import { disbursementEndpoints } from '@recoup/contract/disbursements/endpoints';
import { exportEndpoints } from '@recoup/contract/exports/endpoints';
import { firmEndpoints } from '@recoup/contract/firms/endpoints';
import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import { userEndpoints } from '@recoup/contract/users/endpoints';
import type { CurrentUser } from '@recoup/contract/users/user';
import { send } from '../../platform/api/api-client.ts';
import { paths } from '../../platform/browser/paths.ts';
import { formatMoment } from '../../ui/lib/moment.ts';
import { isMatch, type Item } from './palette-items.ts';
import { type Matter, matterEndpoints } from '@recoup/contract/matters/endpoints';
import { toMatterChoice } from '../../entries/entries.queries.ts';

/** Exports have no search: the latest are looked through here. */
const latest = { page: 1, itemsPerPage: 100 } as const;

/** Search sources by role. The server decides which records are visible. */
export function sourcesFor({ role: own, firm }: CurrentUser): readonly Source[] {
  if (own === role.systemAdmin) return [firms];
  if (own === role.attorney) return [mattersToRecordOn];
  if (own === role.auditor) return [matters, exports];
  return firm === null ? [] : [attorneys(firm._id), matters, types(firm._id), exports];
}

const firms: Source = {
  title: 'Firms',
  find: async (search, signal) => {
    const { data } = await send(
      firmEndpoints.listFirms,
      { query: { ...first, search } },
      { signal },
    );
    return data.map(({ _id, name, domains }) => ({
      id: _id,
      label: name,
      hint: domains.join(', '),
      to: paths.updateFirm({ firmId: _id }),
    }));
  },
};

function attorneys(firm: string): Source {
  return {
    title: 'Attorneys',
    find: async (search, signal) => {
      const query = {
        ...first,
        search,
        firm,
        role: `${role.attorney}`,
        sortOrderName: '1',
      } as const;
      const { data } = await send(userEndpoints.listUsers, { query }, { signal });
      return data.map(({ _id, name, email }) => ({
        id: _id,
        label: name,
        hint: email,
        to: paths.updateAttorney({ attorneyId: _id }),
      }));
    },
  };
}

/** Call has no form of its own: it is shown in its list. */
function types(firm: string): Source {
  return {
    title: 'Disbursement types',
    find: async (search, signal) => {
      const { data } = await send(
        disbursementEndpoints.listDisbursements,
        { query: { ...first, search, firmId: firm } },
        { signal },
      );
      return data.map(({ _id, title }) => ({
        id: _id,
        label: title,
        to: isCallTitle(title)
          ? paths.disbursements
          : paths.updateDisbursement({ disbursementId: _id }),
      }));
    },
  };
}

const exports: Source = {
  title: 'Exports',
  find: async (search, signal) => {
    const { data } = await send(exportEndpoints.listExports, { query: latest }, { signal });
    const items = data.map(({ _id, number, createdAt, by, sum }) => ({
      id: _id,
      label: `Export ${number}`,
      hint: `${formatMoment(createdAt)}, ${by.name}, ${formatRand(toCentsTotal(sum))}`,
      to: paths.export({ exportId: _id }),
    }));
    return items.filter((item) => isMatch(item, search)).slice(0, first.itemsPerPage);
  },
};

const matters: Source = {
  title: 'Matters',
  find: async (search, signal) =>
    (await findMatters(search, signal)).map((matter) => ({
      ...matterItem(matter),
      to: paths.mattersFound({ search: matter.number }),
    })),
};

const mattersToRecordOn: Source = {
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

/** One list of the server that the palette searches. */
type Source = {
  title: string;
  find: (search: string, signal: AbortSignal) => Promise<Item[]>;
};

const first = { page: 1, itemsPerPage: 5 } as const;

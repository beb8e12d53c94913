import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { folded, sortByName } from '@recoup/contract/core/folded';
import { fileTypes } from '@recoup/contract/exports/files';
import {
  statementEndpoints,
  type StatementKind,
  statementKinds,
  statementPurposes,
} from '@recoup/contract/statements/endpoints';
import { foundMattersQuery } from '../entries/entries.queries.ts';
import { download, type Received } from '../platform/api/api-download.ts';
import { readData } from '../platform/api/read.ts';
import {
  filterQuery,
  type FilterValues,
  type ListFilters,
  choiceFilter,
  periodFilters,
  recordFilter,
  textFilter,
} from '../platform/filters/filters.ts';
import { isBackwards } from '../platform/filters/period.ts';
import { finishUndoable } from '../ui/feedback/undo.ts';

/** Which statement is shown, or which ones a ZIP holds. */
export const statementFilters = {
  ...periodFilters,
  matter: recordFilter,
  client: textFilter(500),
  for: choiceFilter(statementPurposes, 'client'),
  kind: choiceFilter(statementKinds, 'pdf'),
};
export type StatementFilters = ListFilters<typeof statementFilters>;
export type StatementView = FilterValues<typeof statementFilters>;

export function statementQuery(view: StatementView) {
  const { matter } = view;
  const query = periodQuery(view);
  const input = { params: { id: matter }, query };
  const enabled = matter !== '' && !isBackwards(view);
  return readData(statementEndpoints.getStatement, input, { enabled });
}

/** Without entries that were announced as deleted. */
export async function downloadStatement(
  view: StatementView,
  kind: StatementKind,
): Promise<Received> {
  await finishUndoable();
  return download(
    statementEndpoints.getStatement,
    { params: { id: view.matter }, query: periodQuery(view) },
    { accept: fileTypes[kind] },
  );
}

/** How many matters and lines a ZIP would hold. */
export function statementsQuery(view: StatementView) {
  const query = zipQuery(view);
  return readData(statementEndpoints.getStatements, { query }, { enabled: !isBackwards(view) });
}

/** The names of clients that hold what was typed, of the first matters that are found. */
export function clientsQuery(typed: string) {
  return queryOptions({
    ...foundMattersQuery(typed),
    placeholderData: keepPreviousData,
    select: (matters) => {
      const names = matters.flatMap(({ client }) => client ?? []);
      const isAlike = (name: string) => folded(name).includes(folded(typed));
      return sortByName([...new Set(names)].filter(isAlike), (name) => name);
    },
  });
}

/** Without entries that were announced as deleted. */
export async function downloadStatements(
  view: StatementView,
  transfer: Pick<Parameters<typeof download>[2], 'signal' | 'onProgress' | 'onChunk'>,
): Promise<Received> {
  await finishUndoable();
  const options = { accept: 'application/zip', ...transfer };
  return download(statementEndpoints.getStatements, { query: zipQuery(view) }, options);
}

function zipQuery({ matter: _, ...view }: StatementView) {
  return filterQuery(view);
}

function periodQuery({ matter: _, client: __, kind: ___, ...view }: StatementView) {
  return filterQuery(view);
}

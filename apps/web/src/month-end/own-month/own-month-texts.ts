import type { ExceptionGroup } from '@recoup/contract/month-end/exception-endpoints';
import type { ExceptionLevel } from '@recoup/contract/month-end/exceptions';
import { countOf, formatCount } from '../../ui/lib/format.ts';

type Groups = readonly Pick<ExceptionGroup, 'level' | 'open'>[];

/** Counts blocking exceptions and warnings; notes need no look. */
export function toLookAtText(groups: Groups): string {
  const [blocking, warnings] = [openCount(groups, 'block'), openCount(groups, 'warn')];
  const parts = [
    ...(blocking > 0 ? [`${formatCount(blocking)} blocking`] : []),
    ...(warnings > 0 ? [countOf(warnings, 'warning', 'warnings')] : []),
  ];
  return parts.length === 0 ? 'Nothing to check' : parts.join(', ');
}

export function infosText(groups: Groups): string {
  const infos = openCount(groups, 'info');
  return countOf(infos, 'note', 'notes');
}

function openCount(groups: Groups, level: ExceptionLevel): number {
  return groups.filter((each) => each.level === level).reduce((sum, { open }) => sum + open, 0);
}

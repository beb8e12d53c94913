import type { ExceptionGroup } from '@recoup/contract/month-end/exception-endpoints';
import { formatCount } from '../../ui/lib/format.ts';
import styles from '../month-end.module.css';
import { type Group, groupsBy } from './exception-groups.ts';
import type { ChangeView, ExceptionView } from './use-exception-view.ts';

type Props = {
  /** Undefined until they are counted. */
  groups: readonly ExceptionGroup[] | undefined;
  view: ExceptionView;
  onChange: ChangeView;
};

/** Chooses the person or the code whose exceptions are listed, with counts. */
export function GroupChoice({ groups, view, onChange }: Props) {
  const counted = (groups ?? []).filter(({ level }) => !view.level || level === view.level);
  const found = groupsBy(view.by, counted, view.state);
  const isChosen = ({ attorney, code }: Pick<Group, 'attorney' | 'code'>) =>
    attorney === view.attorney && code === view.code;
  const all = found.reduce((sum, { count }) => sum + count, 0);
  const none = { key: 'all', name: 'All', count: all };
  return (
    <ul className={styles.groups} aria-label={view.by === 'person' ? 'Persons' : 'Kinds'}>
      {[none, ...found].map((group: Group) => (
        <li key={group.key}>
          <button
            type="button"
            className={styles.group}
            aria-pressed={isChosen(group)}
            onClick={() => onChange({ attorney: group.attorney, code: group.code })}
          >
            <span>{group.name}</span>
            <span>{groups ? formatCount(group.count) : '–'}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

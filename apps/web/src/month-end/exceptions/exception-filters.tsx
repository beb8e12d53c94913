import type { ExceptionGroup } from '@recoup/contract/month-end/exception-endpoints';
import { RadioGroup } from '../../ui/form/choice-fields.tsx';
import { formatCount } from '../../ui/lib/format.ts';
import styles from '../month-end.module.css';
import { countsByLevel } from './exception-groups.ts';
import { levelNames, levels } from './exception-words.ts';
import type { ChangeView, ExceptionView } from './use-exception-view.ts';

type Props = {
  /** Undefined until they are counted. */
  groups: readonly ExceptionGroup[] | undefined;
  view: ExceptionView;
  onChange: ChangeView;
};

/** Open or accepted, by person or by code, and the levels with their counts. */
export function ExceptionFilterFields({ groups, view, onChange }: Props) {
  const counts = countsByLevel(groups ?? [], view.state);
  const countText = (count: number) => (groups ? formatCount(count) : '–');
  return (
    <div className={styles.filters}>
      <RadioGroup
        label="Level"
        options={[
          { value: '', label: `All ${countText(counts.block + counts.warn + counts.info)}` },
          ...levels.map((level) => ({
            value: level,
            label: `${levelNames[level]} ${countText(counts[level])}`,
          })),
        ]}
        value={view.level ?? ''}
        onChange={(value) => onChange({ level: levels.find((level) => level === value) })}
      />
      <RadioGroup
        label="Show"
        options={stateOptions}
        value={view.state}
        onChange={(value) => onChange({ state: value === 'accepted' ? 'accepted' : 'open' })}
      />
      <RadioGroup
        label="Group by"
        options={groupingOptions}
        value={view.by}
        onChange={(value) =>
          onChange({
            by: value === 'code' ? 'code' : 'person',
            attorney: undefined,
            code: undefined,
          })
        }
      />
    </div>
  );
}

const stateOptions = [
  { value: 'open', label: 'Open' },
  { value: 'accepted', label: 'Accepted' },
];

const groupingOptions = [
  { value: 'person', label: 'Person' },
  { value: 'code', label: 'Kind' },
];

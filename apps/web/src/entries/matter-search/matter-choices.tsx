import { MatterStatus } from '../../matters/matter-status.tsx';
import { OptionList } from '../../ui/controls/option-list.tsx';
import type { MatterChoice } from '../form/matter-choice.ts';
import type { List } from './use-matter-list.ts';
import styles from './matter-search.module.css';

type Shown = Pick<List, 'listId' | 'isOpen' | 'active' | 'choices' | 'message' | 'point'> & {
  choose: (matter: MatterChoice) => void;
};

export function Choices({ list }: { list: Shown }) {
  return (
    <OptionList
      {...list}
      label="Matters"
      options={list.choices}
      keyOf={({ _id }) => _id}
      show={showMatter}
      none={list.message}
      onPoint={list.point}
      onChoose={list.choose}
    />
  );
}

function showMatter(matter: MatterChoice) {
  return (
    <div className={styles.choice}>
      <strong>{matter.number}</strong>
      <span>{matter.name}</span>
      {matter.client !== null && <span className={styles.client}>{matter.client}</span>}
      {matter.status !== undefined && matter.status !== 'Open' && (
        <span className={styles.client}>
          <MatterStatus status={matter.status} />
        </span>
      )}
    </div>
  );
}

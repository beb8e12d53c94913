import type { ComponentProps } from 'react';
import { MatterStatus } from '../../matters/matter-status.tsx';
import { cx } from '../../ui/lib/class-names.ts';
import type { MatterChoice } from '../form/matter-choice.ts';
import type { List } from './use-matter-list.ts';
import styles from './matter-search.module.css';

type Shown = Pick<List, 'listId' | 'isOpen' | 'active' | 'choices' | 'message' | 'point'> & {
  choose: (matter: MatterChoice) => void;
};

export function Choices({ list }: { list: Shown }) {
  const { listId, isOpen, active, choices } = list;
  return (
    <>
      <div {...listbox} id={listId} className={styles.list} hidden={!isOpen}>
        {choices.map((matter, index) => (
          <MatterOption
            key={matter._id}
            id={`${listId}-${index}`}
            matter={matter}
            isActive={index === active}
            onMouseMove={() => list.point(index)}
            onChoose={() => list.choose(matter)}
          />
        ))}
      </div>
      {isOpen && choices.length === 0 && <output className={styles.none}>{list.message}</output>}
    </>
  );
}
const listbox = { role: 'listbox', 'aria-label': 'Matters' } as const;
type ChoiceProps = Pick<ComponentProps<'div'>, 'id' | 'onMouseMove'> & {
  matter: MatterChoice;
  isActive: boolean;
  onChoose: () => void;
};

/** The keys are handled by the input, which keeps the focus. */
function MatterOption({ id, matter, isActive, onMouseMove, onChoose }: ChoiceProps) {
  const option: ComponentProps<'div'> = {
    role: 'option',
    'aria-selected': isActive,
    onMouseMove,
    onMouseDown: (event) => {
      event.preventDefault();
      onChoose();
    },
  };
  return (
    <div {...option} id={id} className={cx(styles.choice, isActive && styles.active)}>
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

import type { ComponentProps } from 'react';
import { cx } from '../../ui/lib/class-names.ts';
import type { Item } from './palette-items.ts';
import styles from './palette.module.css';
import type { useChoice } from './use-choice.ts';
import type { Found } from './use-palette.ts';

type Choice = ReturnType<typeof useChoice>;

export function Results({
  found,
  choice,
  onChoose,
}: {
  found: Found;
  choice: Choice;
  onChoose: (item: Item) => void;
}) {
  const listbox = { role: 'listbox', 'aria-label': 'Results' } as const;
  return (
    <div {...listbox} id={choice.listId} className={styles.list}>
      {found.groups.map(({ title, items }) => (
        <div key={title} role="group" aria-label={title}>
          <p className={styles.title} aria-hidden="true">
            {title}
          </p>
          {items.map((item) => {
            const id = choice.idOf(title, item);
            return (
              <Option
                key={id}
                id={id}
                item={item}
                isActive={id === choice.activeId}
                onPoint={choice.point}
                onChoose={onChoose}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}
type OptionProps = {
  id: string;
  item: Item;
  isActive: boolean;
  onPoint: (id: string) => void;
  onChoose: (item: Item) => void;
};

/** The keys are handled by the input, which keeps the focus. */
function Option({ id, item, isActive, onPoint, onChoose }: OptionProps) {
  const option: ComponentProps<'div'> = {
    role: 'option',
    'aria-selected': isActive,
    onMouseMove: () => onPoint(id),
    onMouseDown: (event) => event.preventDefault(),
    onClick: () => onChoose(item),
  };
  return (
    <div {...option} id={id} className={cx(styles.option, isActive && styles.active)}>
      <span>{item.label}</span>
      {item.hint !== undefined && <small>{item.hint}</small>}
    </div>
  );
}

import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../lib/class-names.ts';
import styles from './option-list.module.css';

type Props<Option> = {
  label: string;
  /** The options have the ids `${listId}-0`, `${listId}-1` … */
  listId: string;
  isOpen: boolean;
  /** The line that Enter chooses; -1 for none. */
  active: number;
  options: readonly Option[];
  keyOf: (option: Option) => string;
  show: (option: Option) => ReactNode;
  /** Shown instead of an empty list. */
  none: ReactNode;
  onPoint: (line: number) => void;
  onChoose: (option: Option) => void;
};

/**
 * The list of a combobox, whose input handles the keys and keeps the focus. Always in the document,
 * so that the input controls something; its options only while it is open.
 */
export function OptionList<Option>(props: Props<Option>) {
  const { label, listId, isOpen, active, options, none } = props;
  const list: ComponentProps<'div'> = { role: 'listbox', 'aria-label': label };
  return (
    <>
      <div {...list} id={listId} className={styles.list} hidden={!isOpen}>
        {isOpen &&
          options.map((option, line) => (
            <OptionLine
              key={props.keyOf(option)}
              id={`${listId}-${line}`}
              isActive={line === active}
              onMouseMove={() => props.onPoint(line)}
              onChoose={() => props.onChoose(option)}
            >
              {props.show(option)}
            </OptionLine>
          ))}
      </div>
      {isOpen && options.length === 0 && <output className={styles.none}>{none}</output>}
    </>
  );
}

type LineProps = Pick<ComponentProps<'div'>, 'id' | 'onMouseMove' | 'children'> & {
  isActive: boolean;
  onChoose: () => void;
};

function OptionLine({ isActive, onChoose, ...line }: LineProps) {
  const option: ComponentProps<'div'> = {
    role: 'option',
    'aria-selected': isActive,
    onMouseDown: (event) => {
      event.preventDefault();
      onChoose();
    },
  };
  return <div {...option} {...line} className={cx(styles.option, isActive && styles.active)} />;
}

import { type ReactNode, useContext } from 'react';
import { Button } from '../controls/button.tsx';
import { OldAnswer } from '../feedback/old-answer.ts';
import styles from './item-list.module.css';

type Item = {
  key: string;
  title: string;
  /** A word beside the title. */
  tag?: ReactNode;
  about: string;
  action?: ReactNode;
};

/** A few things below each other, each with what one can do about it. */
export function ItemList({ label, items }: { label: string; items: readonly Item[] }) {
  return (
    <ul className={styles.items} aria-label={label}>
      {items.map(({ key, title, tag, about, action }) => (
        <li key={key}>
          <div>
            <strong>{title}</strong> {tag}
            <p>{about}</p>
          </div>
          {action}
        </li>
      ))}
    </ul>
  );
}

/** Opens an item to change it. */
export function EditItemButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Button
      variant="outline"
      size="small"
      aria-label={`Edit ${name}`}
      isPaused={useContext(OldAnswer)}
      onClick={onClick}
    >
      Edit
    </Button>
  );
}

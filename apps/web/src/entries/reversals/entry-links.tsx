import type { EntryLink } from '@recoup/contract/entries/endpoints';
import { Button } from '../../ui/controls/button.tsx';
import { linkSentence } from './link-texts.ts';
import styles from './reversals.module.css';

type Props = { links: readonly EntryLink[]; onShow?: (id: string) => void };

/** Corrections of an entry, or the entry that it corrects. */
export function EntryLinks({ links, onShow }: Props) {
  if (links.length === 0) return null;
  return (
    <ul className={styles.links} aria-label="Corrections">
      {links.map((link) => (
        <li key={link._id}>
          {linkSentence(link)}
          {onShow && (
            <Button
              variant="quiet"
              size="small"
              aria-label={`Show: ${linkSentence(link)}`}
              onClick={() => onShow(link._id)}
            >
              Show
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

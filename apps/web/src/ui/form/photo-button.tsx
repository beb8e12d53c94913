import { type ReactNode, useRef } from 'react';
import { Button } from '../controls/button.tsx';
import styles from './photo-button.module.css';

type Props = { isBusy?: boolean; onTake: (photo: File) => void; children: ReactNode };

/** Takes a photo with the camera of a phone. Other devices, which have none, do not show it. */
export function PhotoButton({ isBusy = false, onTake, children }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.photo}>
      <Button variant="outline" isBusy={isBusy} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={({ currentTarget }) => {
          const [photo] = currentTarget.files ?? [];
          // The next photo may have the same name.
          currentTarget.value = '';
          if (photo) onTake(photo);
        }}
      />
    </div>
  );
}

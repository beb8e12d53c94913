import { useRef, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { PhotoButton } from '../../ui/form/photo-button.tsx';
import { ItemList } from '../../ui/layout/item-list.tsx';
import { formatBytes } from '../../ui/lib/format.ts';
import styles from './photos.module.css';

/** Photos of vouchers that were taken for a new entry, and the field that takes them. */
export function usePhotos() {
  const [photos, setPhotos] = useState<readonly File[]>([]);
  const field = <PhotoField photos={photos} onChange={setPhotos} />;
  return { photos, field };
}

type Props = { photos: readonly File[]; onChange: (photos: readonly File[]) => void };

function PhotoField({ photos, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const remove = (photo: File) => {
    onChange(photos.filter((each) => each !== photo));
    box.current?.querySelector('button')?.focus();
  };
  return (
    <div ref={box} className={styles.photos}>
      <PhotoButton onTake={(photo) => onChange([...photos, photo])}>Photograph voucher</PhotoButton>
      {photos.length > 0 && (
        <ItemList
          label="Photos of vouchers"
          items={photos.map((photo, index) => ({
            key: `${index} ${photo.name}`,
            title: `Photo ${index + 1}`,
            about: `${formatBytes(photo.size)}, sent with the entry.`,
            action: (
              <Button
                variant="quiet"
                size="small"
                aria-label={`Remove photo ${index + 1}`}
                onClick={() => remove(photo)}
              >
                Remove
              </Button>
            ),
          }))}
        />
      )}
    </div>
  );
}

import { Panel } from '../../ui/layout/panel.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { ItemList } from '../../ui/layout/item-list.tsx';
import { useStore } from '../../ui/lib/store.ts';
import lines from '../lists/entry-lines.module.css';
import { deletePhotos } from './photo-store.ts';
import { type WaitingPhoto, waitingPhotos } from './waiting-photos.ts';

/** Photos of vouchers on this device, and why the server refused one. */
export function PhotoList({ userId }: { userId: string }) {
  const photos = useStore(waitingPhotos);
  if (photos.length === 0) return null;
  return (
    <Panel label="Vouchers not sent yet" isTight>
      <div className={lines.head}>
        <h2>Vouchers not sent yet</h2>
      </div>
      <ItemList
        label="Photos"
        items={photos.map((photo) => ({
          key: photo.id,
          title: photo.entry,
          about: photo.message ?? 'Saved on this device. It is sent when you are back online.',
          action: photo.message !== null && <Discard photo={photo} userId={userId} />,
        }))}
      />
    </Panel>
  );
}

function Discard({ photo, userId }: { photo: WaitingPhoto; userId: string }) {
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={`Discard: voucher of ${photo.entry}`}
      onClick={() => void deletePhotos(userId, [photo.id])}
    >
      Discard
    </Button>
  );
}

import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../platform/api/api-error.ts';
import { invalidate } from '../../platform/api/read.ts';
import { session } from '../../platform/session/session.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { uploadVoucher } from '../../vouchers/upload-voucher.ts';
import { listAllPending } from '../outbox/pending-entries.ts';
import { isPassing } from '../outbox/retry.ts';
import { deletePhotos, readPhotos, savePhotos, type StoredPhoto } from './photo-store.ts';

/**
 * Sends the photos of entries that the server has, one after the other. The server knows a file
 * again, so a photo arrives once, whatever became of an earlier answer.
 */
export async function sendPhotos(client: QueryClient, userId: string): Promise<void> {
  const token = session.token();
  for (const photo of await readPhotos(userId)) {
    if (token === null || session.token() !== token) return;
    const isUnsent = listAllPending(localStorage, userId).some(
      ({ body }) => body._id === photo.entryId,
    );
    if (isUnsent || photo.message !== null) continue;
    if (!(await sendPhoto(client, userId, photo))) return;
  }
}

/** False when there is no use in trying the next one now. */
async function sendPhoto(
  client: QueryClient,
  userId: string,
  photo: StoredPhoto,
): Promise<boolean> {
  try {
    const { file, name } = photo;
    await uploadVoucher({ kind: 'entry', id: photo.entryId }, { file, name });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isPassing(error)) return false;
    await savePhotos(userId, [{ ...photo, message: error.message }]);
    toast(`Voucher not accepted: ${photo.entry}. ${error.message}`, 'bad');
    return true;
  }
  await deletePhotos(userId, [photo.id]);
  toast(`Voucher added: ${photo.entry}.`);
  await invalidate(client, ['vouchers', 'entries']);
  return true;
}

/** The photos of an entry that was discarded. */
export async function dropPhotosOf(userId: string, entryId: string): Promise<void> {
  const photos = await readPhotos(userId);
  const ids = photos.filter((photo) => photo.entryId === entryId).map(({ id }) => id);
  await deletePhotos(userId, ids);
}

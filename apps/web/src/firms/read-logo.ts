import { texts } from '@recoup/contract/core/texts';
import { maxLogoBytes, logoDamagedMessage } from '@recoup/contract/firms/endpoints';

/** Validates like the server, in the same order, except for the number of pixels. */
export async function readLogo(file: File): Promise<{ dataUrl: string } | { fault: string }> {
  if (file.size > maxLogoBytes) return { fault: texts.logoTooLarge };
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (!bytes) return { fault: 'The file could not be read. Please pick it again.' };
  const dataUrl = toDataUrl(new Uint8Array(bytes));
  return (await isPicture(dataUrl)) && dataUrl.startsWith(`${prefix}${jpegStart}`)
    ? { dataUrl }
    : { fault: logoDamagedMessage };
}
const prefix = 'data:image/jpeg;base64,';

/** FF D8 FF, with which every JPEG begins. */
const jpegStart = '/9j/';

async function isPicture(dataUrl: string): Promise<boolean> {
  const image = new Image();
  image.src = dataUrl;
  return image.decode().then(
    () => true,
    () => false,
  );
}

function toDataUrl(bytes: Uint8Array): string {
  let text = '';
  // In pieces: a call takes only so many arguments.
  for (let start = 0; start < bytes.length; start += 8192)
    text += String.fromCharCode(...bytes.subarray(start, start + 8192));
  return `${prefix}${btoa(text)}`;
}

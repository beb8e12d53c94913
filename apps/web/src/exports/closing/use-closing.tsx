import { useState } from 'react';
import { ClosingDialog } from './closing-dialog.tsx';
import type { FileChoice } from '../file-choices.ts';
import type { useDownload } from '../use-download.ts';

type Options = { choice: FileChoice; to?: string };

/** The dialog stands until the export is closed; its file comes afterwards. */
export function useClosing(download: ReturnType<typeof useDownload>, { choice, to = '' }: Options) {
  const [isAsking, setIsAsking] = useState(false);
  const stop = () => setIsAsking(false);
  const dialog = isAsking ? (
    <ClosingDialog
      startTo={to}
      isBusy={download.isPending}
      error={download.error}
      onConfirm={(closing) => download.start({ choice, closing, onClosed: stop })}
      onCancel={() => {
        stop();
        download.cancel();
      }}
      onClose={() => {
        stop();
        download.forget();
      }}
    />
  ) : null;
  const ask = () => {
    download.forget();
    setIsAsking(true);
  };
  return { dialog, ask };
}

import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useLoadBeforeUse } from '../../platform/browser/load-before-use.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import type { ClosingNotes } from './closing-dialog.tsx';
import { closingPreviewQuery } from '../exports.queries.ts';
import type { FileChoice } from '../file-choices.ts';
import { missingSettings } from '../missing-settings.ts';
import type { useDownload } from '../use-download.ts';

type Options = {
  /** The file that follows; undefined for none. */
  choice: FileChoice | undefined;
  to?: string;
  Notes: ClosingNotes;
  onClosed?: (exportId: string) => void;
};

const loadDialog = async () => ({
  default: (await import('./closing-dialog.tsx')).ClosingDialog,
});
const ClosingDialog = lazyPart(loadDialog, ({ onClose }) => onClose);

type Lacking = { layout: string; fields: ReturnType<typeof missingSettings> };

/**
 * The dialog stands until the export is closed; its file comes afterwards. It opens when the layout
 * of a posting file has its settings: `missing` are those that it lacks.
 */
export function useClosing(
  download: ReturnType<typeof useDownload>,
  { choice, to = '', Notes, onClosed }: Options,
) {
  const [isAsking, setIsAsking] = useState(false);
  const [lacking, setLacking] = useState<Lacking>();
  useLoadBeforeUse(loadDialog);
  const stop = () => setIsAsking(false);
  const dialog = isAsking ? (
    <Suspense>
      <ClosingDialog
        startTo={to}
        layout={choice?.layout}
        Notes={Notes}
        isBusy={download.isPending}
        error={download.error}
        onConfirm={(closing) =>
          download.start({
            choice,
            closing,
            onClosed: (exportId) => {
              stop();
              onClosed?.(exportId);
            },
          })
        }
        onCancel={() => {
          stop();
          download.cancel();
        }}
        onClose={() => {
          stop();
          download.forget();
        }}
      />
    </Suspense>
  ) : null;
  const client = useQueryClient();
  const check = useOneMutation({
    mutationFn: async (layout: string) => client.fetchQuery(closingPreviewQuery({ to, layout })),
    onSettled: (_, error, layout) => {
      const fields = missingSettings(error);
      setLacking(fields && { layout, fields });
      setIsAsking(fields === undefined);
    },
  });
  const ask = () => {
    download.forget();
    if (choice?.layout === undefined) setIsAsking(true);
    else check.mutate(choice.layout);
  };
  const forgetMissing = () => setLacking(undefined);
  // Another layout may have been chosen while the settings were checked.
  const missing = lacking?.layout === choice?.layout ? lacking?.fields : undefined;
  return { dialog, ask, isChecking: check.isPending, missing, forgetMissing };
}

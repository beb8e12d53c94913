import { Button } from '../ui/controls/button.tsx';
import { DownloadIcon } from '../ui/controls/transfer-icons.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { saveFile } from '../ui/lib/save-file.ts';
import { useActionBy } from '../platform/api/use-action.ts';
import styles from './exports.module.css';
import { downloadExport } from './exports.queries.ts';
import { type FileChoice, fileChoices } from './file-choices.ts';

export function DownloadAgain({ id }: { id: string }) {
  const again = useActionBy((choice: FileChoice) => downloadExport(id, choice), {
    onDone: saveFile,
  });
  return (
    <div>
      {again.isError && <Alert kind="error">{again.error.message}</Alert>}
      <div className={styles.row}>
        {fileChoices.map((choice) => (
          <Button
            key={choice.value}
            variant="outline"
            isOnce
            isBusy={again.isPending && again.variables === choice}
            onClick={() => again.run(choice)}
          >
            <DownloadIcon />
            {choice.label}
          </Button>
        ))}
      </div>
    </div>
  );
}

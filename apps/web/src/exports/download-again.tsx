import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { Button } from '../ui/controls/button.tsx';
import { DownloadIcon } from '../ui/controls/icons.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { saveFile } from '../ui/lib/save-file.ts';
import styles from './exports.module.css';
import { downloadExport } from './exports.queries.ts';
import { type FileChoice, fileChoices } from './file-choices.ts';

export function DownloadAgain({ id }: { id: string }) {
  const again = useOneMutation({
    mutationFn: (choice: FileChoice) => downloadExport(id, choice),
    onSuccess: (file) => saveFile(file),
  });
  const save = (choice: FileChoice, clicks: number): void => {
    // A double click saves one file, however fast the first was.
    if (clicks < 2) again.mutate(choice);
  };
  return (
    <div>
      {again.isError && <Alert kind="error">{again.error.message}</Alert>}
      <div className={styles.row}>
        {fileChoices.map((choice) => (
          <Button
            key={choice.value}
            variant="outline"
            isBusy={again.isPending && again.variables === choice}
            onClick={(event) => save(choice, event.detail)}
          >
            <DownloadIcon />
            {choice.label}
          </Button>
        ))}
      </div>
    </div>
  );
}

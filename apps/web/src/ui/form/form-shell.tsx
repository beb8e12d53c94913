import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { Alert } from '../feedback/alert.tsx';
import { Button } from '../controls/button.tsx';
import { ButtonLink } from '../controls/button-link.tsx';
import styles from './form-shell.module.css';
import { PageFrame } from '../layout/page-frame.tsx';
import { Panel } from '../layout/panel.tsx';
import { useUnsaved } from './use-unsaved.ts';
import { blurGuard } from './blur-guard.ts';
import { useFormAnswer } from './use-form-answer.ts';
import { Form } from './form.tsx';

type Saving = { error: Error | null; isPending: boolean };
type Props<Values extends Record<string, unknown>> = {
  title: string;
  intro?: ReactNode;
  form: UseFormReturnType<Values>;
  /** The mutation that saves; its error and busy state are shown. */
  saving: Saving;
  onSave: (values: Values) => void;
  backTo: string;
  saveLabel?: string;
  backLabel?: string;
  children: ReactNode;
};

/** The frame of all forms; server errors are shown at their fields. */
export function FormShell<Values extends Record<string, unknown>>({
  form,
  saving,
  onSave,
  ...props
}: Props<Values>) {
  const { error, leaving, submit } = useFormAnswer({ form, saving, onSave });
  useUnsaved(() => form.isDirty());
  return (
    <PageFrame title={props.title} width="form" intro={props.intro}>
      <Panel>
        <Form className={styles.form} {...blurGuard} {...leaving} {...submit}>
          {error !== null && !isEndOfSession(error) && <Alert kind="error">{error.message}</Alert>}
          {props.children}
          <FormButtons {...props} isBusy={saving.isPending} />
        </Form>
      </Panel>
    </PageFrame>
  );
}

type ButtonsProps = Pick<Props<never>, 'backTo' | 'saveLabel' | 'backLabel'> & { isBusy: boolean };

function FormButtons({ isBusy, backTo, saveLabel = 'Save', backLabel = 'Go Back' }: ButtonsProps) {
  return (
    <div className={styles.buttons}>
      <Button type="submit" isBusy={isBusy}>
        {saveLabel}
      </Button>
      <ButtonLink variant="outline" to={backTo}>
        {backLabel}
      </ButtonLink>
    </div>
  );
}

/** The sign-in over the page says so, and the form can be saved after it. */
function isEndOfSession(error: Error): boolean {
  return 'code' in error && error.code === 'unauthenticated';
}

import type { UseFormReturnType } from '@mantine/form';
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Alert } from '../feedback/alert.tsx';
import { Button, ButtonLink } from '../controls/button.tsx';
import { focusFirstError } from '../dialog/focus-first-error.ts';
import styles from './form-shell.module.css';
import { PageFrame, Panel } from '../layout/page-frame.tsx';
import { useUnsaved } from './use-unsaved.ts';

type Saving = { error: Error | null; isPending: boolean };
type Props<Values extends Record<string, unknown>> = {
  title: string;
  intro?: ReactNode;
  form: UseFormReturnType<Values>;
  /** The mutation that saves; required, so that nobody forgets the error and the busy state. */
  saving: Saving;
  onSave: (values: Values) => void;
  backTo: string;
  saveLabel?: string;
  backLabel?: string;
  children: ReactNode;
};

/** The one frame of all forms: title, error above, fields, Save and Go Back. Field errors of the server stand at their fields. */
export function FormShell<Values extends Record<string, unknown>>({
  form,
  saving,
  onSave,
  ...props
}: Props<Values>) {
  const element = useRef<HTMLFormElement>(null);
  useServerErrors(form, saving.error, element);
  const { error, outdate, ...leaving } = useLastAnswer(form, saving.error);
  useUnsaved(() => form.isDirty());
  return (
    <PageFrame
      title={props.title}
      width="form"
      {...(props.intro !== undefined && { intro: props.intro })}
    >
      <Panel>
        <form
          ref={element}
          noValidate
          className={styles.form}
          {...blurGuard}
          {...leaving}
          onSubmit={form.onSubmit(
            (values) => (saving.isPending ? undefined : onSave(values)),
            (_errors, _values, event) => {
              outdate();
              if (event?.currentTarget instanceof Element) focusFirstError(event.currentTarget);
            },
          )}
        >
          {error !== null && !isEndOfSession(error) && <Alert kind="error">{error.message}</Alert>}
          {props.children}
          <div className={styles.buttons}>
            <Button type="submit" isBusy={saving.isPending}>
              {props.saveLabel ?? 'Save'}
            </Button>
            <ButtonLink variant="outline" to={props.backTo}>
              {props.backLabel ?? 'Go Back'}
            </ButtonLink>
          </div>
        </form>
      </Panel>
    </PageFrame>
  );
}

/**
 * A field that loses the focus may get a message, which moves what is below it: a press would end beside the button that it began on. So
 * the focus goes to the button only when the press has ended there, and from there a dialog gives it back. A press on a label does that by
 * itself, and Enter in a field, which clicks the first button (`detail` is 0), leaves the focus in the field.
 */
const blurGuard = {
  onMouseDown: (event: MouseEvent) => {
    if (pressedControl(event, 'button, a, label') !== null) event.preventDefault();
  },
  onClickCapture: (event: MouseEvent) => {
    if (event.detail > 0) pressedControl(event, 'button, a')?.focus({ preventScroll: true });
  },
};

/** What was pressed in the form itself: React brings the presses in its dialogs here as well, which stand elsewhere on the page. */
function pressedControl(
  { currentTarget, target }: MouseEvent,
  selector: string,
): HTMLElement | null {
  return target instanceof Element && currentTarget.contains(target)
    ? target.closest<HTMLElement>(selector)
    : null;
}

/** The sign-in over the page says so, and the form can be saved after it. */
function isEndOfSession(error: Error): boolean {
  return 'code' in error && error.code === 'unauthenticated';
}

/** The server's answer to the last save; null once the form itself finds something wrong, by a submit or when a field is left. */
function useLastAnswer<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  answer: Error | null,
) {
  const [outdated, setOutdated] = useState<Error | null>(null);
  const outdate = () => setOutdated(answer);
  const onBlur = () => {
    if (!form.isValid()) outdate();
  };
  return { error: answer === outdated ? null : answer, outdate, onBlur };
}

/** The server's answer comes after the submit, from outside the form, hence an effect; each answer is shown once. */
function useServerErrors<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  error: Error | null,
  element: RefObject<HTMLFormElement | null>,
): void {
  const shown = useRef<Error | null>(null);
  useEffect(() => {
    if (error === shown.current) return;
    shown.current = error;
    if (error === null || !('fields' in error) || typeof error.fields !== 'object') return;
    form.setErrors({ ...error.fields });
    focusFirstError(element.current);
  });
}

import { useForm } from '@mantine/form';
import { newId } from '@recoup/contract/core/ids';
import { texts } from '@recoup/contract/core/texts';
import type { FileKind } from '@recoup/contract/exports/files';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { queryKeys } from '../platform/api/query-keys.ts';
import type { Saved } from '../exports/export-panel.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { hasFields, useFormAnswer } from '../ui/form/use-form-answer.ts';
import { mailKey, sendMail } from './mail.queries.ts';

export type MailDraft = { type: FileKind; to: string; subject: string; body: string };

export const emptyMail: MailDraft = { type: 'csv', to: '', subject: '', body: '' };

export type Props = {
  /** The file that was just downloaded, which is what is mailed. */
  saved: Saved;
  draft: MailDraft;
  onType: (draft: MailDraft) => void;
  /** Also when this form is gone by then. */
  onSent: () => void;
  onBack: () => void;
};

/** What is empty is said without asking the server; everything else is the server's to judge. */
export function useMail({ saved, draft, onType, onSent, onBack }: Props) {
  const idOf = useMailId();
  const client = useQueryClient();
  const form = useForm({ initialValues: draft, onValuesChange: onType, validate: emptyOf });
  const sending = useOneMutation({
    mutationKey: mailKey,
    mutationFn: sendMail,
    onSuccess: () => {
      onSent();
      void client.invalidateQueries({ queryKey: queryKeys.exports });
    },
  });
  const { error, submit } = useFormAnswer({
    form,
    answer: sending.error,
    onSave: ({ to, subject, ...rest }) => {
      const mail = { ...rest, to: to.trim(), subject: subject.trim() };
      // Only while the form is still there: the user may have gone back by the browser's button.
      sending.mutate({ ...mail, _id: idOf(mail), exportId: saved.exportId }, { onSuccess: onBack });
    },
  });
  const isWrong = Object.keys(form.errors).length > 0;
  const message = isWrong || !hasFields(error) ? error?.message : undefined;
  return {
    form,
    sending,
    submit,
    message: message ?? (isWrong ? texts.emptyMailField : undefined),
  };
}

/** The specification's sentence stands above; here is which field it means. */
function emptyOf({ to, subject }: MailDraft): Readonly<Record<string, string>> {
  return {
    ...(to.trim() === '' && { to: 'Please enter an email address.' }),
    ...(subject.trim() === '' && { subject: 'Please enter a subject.' }),
  };
}

/** The same for the same mail, so that the server sends it once when an answer was lost. */
function useMailId(): (draft: MailDraft) => string {
  const last = useRef({ key: '', id: '' });
  return (draft) => {
    const key = JSON.stringify(draft);
    if (last.current.key !== key) last.current = { key, id: newId() };
    return last.current.id;
  };
}

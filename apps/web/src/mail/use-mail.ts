import { newId } from '@recoup/contract/core/ids';
import { texts } from '@recoup/contract/core/texts';
import { useQueryClient } from '@tanstack/react-query';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { useState, type FormEvent, useRef } from 'react';
import { queryKeys } from '../platform/api/query-keys.ts';
import { ApiError } from '../platform/api/api-error.ts';
import { focusFirstError } from '../ui/dialog/focus-first-error.ts';
import { mailKey, sendMail } from './mail.queries.ts';
import type { FileKind } from '@recoup/contract/exports/files';
import type { Saved } from '../exports/export-panel.tsx';

type Empty = Readonly<Record<string, string>>;

/** The specification's sentence stands above; here is which field it means. */
function emptyOf({ to, subject }: MailDraft): Empty {
  return {
    ...(to === '' && { to: 'Please enter an email address.' }),
    ...(subject === '' && { subject: 'Please enter a subject.' }),
  };
}
type Mail = { onFault: () => void } & Pick<Props, 'saved' | 'draft' | 'onSent' | 'onBack'>;

/** What is empty is said without asking the server; everything else is the server's to judge. */
export function useMail({ saved, draft, onSent, onBack, onFault }: Mail) {
  const idOf = useMailId();
  const [submitted, setSubmitted] = useState<MailDraft>(draft);
  const [empty, setEmpty] = useState<Empty>({});
  const client = useQueryClient();
  const sending = useOneMutation({
    mutationKey: mailKey,
    mutationFn: sendMail,
    onSuccess: () => {
      onSent();
      void client.invalidateQueries({ queryKey: queryKeys.exports });
    },
    onError: onFault,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const mail = {
      ...draft,
      _id: idOf(draft),
      exportId: saved.exportId,
      to: draft.to.trim(),
      subject: draft.subject.trim(),
    };
    const missing = emptyOf(mail);
    setEmpty(missing);
    setSubmitted(draft);
    if (Object.keys(missing).length > 0) focusFirstError(event.currentTarget);
    // Only while the form is still there: one may have gone back by the browser's button.
    else sending.mutate(mail, { onSuccess: onBack });
  };
  const wasEmpty = Object.keys(empty).length > 0;
  const refused = sending.error instanceof ApiError ? sending.error.fields : {};
  const found = wasEmpty ? empty : refused;
  const fields = Object.fromEntries(
    Object.entries(found).filter(([name]) => !isChanged(name, submitted, draft)),
  );
  const isAnswered = Object.keys(found).length > 0 && Object.keys(fields).length === 0;
  const message = wasEmpty ? texts.emptyMailField : sending.error?.message;
  return { sending, submit, fields, message: isAnswered ? undefined : message };
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

/** What was said of a field was said of its earlier value. */
function isChanged(name: string, before: MailDraft, now: MailDraft): boolean {
  return (
    (name === 'to' || name === 'subject' || name === 'body') &&
    before[name].trim() !== now[name].trim()
  );
}

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

import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { newId } from '@recoup/contract/core/ids';
import { texts } from '@recoup/contract/core/texts';
import type { ExportMail } from '@recoup/contract/exports/endpoints';
import type { MailPreview } from '@recoup/contract/mail/endpoints';
import { invalidate } from '../platform/api/read.ts';
import { missingSettings } from '../exports/missing-settings.ts';
import { exportQuery } from '../exports/exports.queries.ts';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { hasFields, useFormAnswer } from '../ui/form/use-form-answer.ts';
import { mailKey, sendMail } from './mail.queries.ts';
import {
  type Attachment,
  fillMail,
  type MailDraft,
  type MailValues,
  typedMail,
  withFile,
} from './mail-texts.ts';

export type MailProps = {
  /** Without `exportId` the user's latest export; `name` if its file was just saved. */
  saved: { exportId: string | undefined; name?: string };
  /** False where the form opens by itself below what is read first. */
  takesFocus?: boolean;
  draft: MailDraft;
  onType: (draft: MailDraft) => void;
  /** Also when this form is gone by then. */
  onSent: () => void;
  onBack: () => void;
  /** Cancel; without it as `onBack`. */
  onCancel?: () => void;
};

/** The browser reports empty fields; the server validates everything else. */
export function useMail(preview: MailPreview, { draft, onType, onSent, onBack }: MailProps) {
  const mailIdFor = useMailId();
  const form = useForm({
    initialValues: fillMail(preview, draft),
    onValuesChange: (values) => onType(typedMail(preview, values)),
    validate: emptyFieldErrors,
  });
  const sending = useSending(preview, onSent);
  const { error, submit } = useFormAnswer({
    form,
    saving: sending,
    onSave: ({ to, subject, ...rest }) => {
      const mail = { ...rest, to: to.trim(), subject: subject.trim() };
      const { export: exportId, state, csv } = preview;
      const wanted = { ...mail, _id: mailIdFor(mail), exportId, expected: { state, csv } };
      // Only while the form is still there: the user may have gone back by the browser's button.
      sending.mutate(wanted, { onSuccess: onBack });
    },
  });
  const isWrong = Object.keys(form.errors).length > 0;
  const message = isWrong || !hasFields(error) ? error?.message : undefined;
  return {
    form,
    sending,
    submit,
    missing: missingSettings(sending.error),
    /** The settings are there, or the user gave up: the mail is as it was typed. */
    forgetMissing: () => {
      form.clearErrors();
      sending.reset();
    },
    chooseFile: (file: Attachment) => form.setValues(withFile(preview, form.getValues(), file)),
    message: message ?? (isWrong ? texts.emptyMailField : undefined),
  };
}

function useSending({ export: exportId }: MailPreview, onSent: () => void) {
  const client = useQueryClient();
  const { queryKey } = exportQuery(exportId);
  /** In the list of the export's page before the next request. */
  const list = (mail: ExportMail) =>
    client.setQueryData(queryKey, (reply) => {
      if (!reply || reply.data.mails.some(({ _id }) => _id === mail._id)) return reply;
      return { ...reply, data: { ...reply.data, mails: [mail, ...reply.data.mails] } };
    });
  return useOneMutation({
    mutationKey: mailKey,
    mutationFn: sendMail,
    onSuccess: (mail) => {
      list(mail);
      onSent();
    },
    // Also when it failed: the export or the firm's CSV is perhaps another one by now.
    onSettled: () => void invalidate(client, ['exports']),
  });
}

/** The specification's sentence stands above; here is which field it means. */
function emptyFieldErrors({ to, subject }: MailValues): Readonly<Record<string, string>> {
  return {
    ...(to.trim() === '' && { to: 'Please enter an email address.' }),
    ...(subject.trim() === '' && { subject: 'Please enter a subject.' }),
  };
}

/** The same for the same mail, so that the server sends it once when an answer was lost. */
function useMailId(): (draft: MailValues) => string {
  const last = useRef({ key: '', id: '' });
  return (draft) => {
    const key = JSON.stringify(draft);
    if (last.current.key !== key) last.current = { key, id: newId() };
    return last.current.id;
  };
}

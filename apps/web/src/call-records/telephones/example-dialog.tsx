import { callEventEndpoints, type ReadCalls } from '@recoup/contract/call-records/event-endpoints';
import type { CallSystem } from '@recoup/contract/call-records/rules';
import type { CallSource } from '@recoup/contract/call-records/set-up-endpoints';
import { formatPhone } from '@recoup/contract/core/phone-numbers';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useAction } from '../../platform/api/use-action.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { TextAreaField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { formatMoment } from '../../ui/lib/moment.ts';
import { ignoredText, takenText } from './event-texts.ts';

type Props = { source: CallSource; onClose: () => void };

/** Reads an example of what a telephone system sends, and stores nothing. */
export function ExampleDialog({ source: { _id: id, name, system }, onClose }: Props) {
  const [result, setResult] = useState<ReadCalls>();
  const form = useForm({ initialValues: { body: exampleFor(system) } });
  const reading = useAction(callEventEndpoints.testCallEvents, {
    isFormKept: true,
    onDone: ({ data }) => setResult(data),
  });
  return (
    <FormDialog
      title={`Test ${name}`}
      form={form}
      saving={{ ...reading, isSuccess: false }}
      onSave={({ body }) => reading.run({ params: { id }, body: { body } })}
      action={{ label: 'Read' }}
      onClose={onClose}
    >
      <TextAreaField
        label="Example"
        description="What the telephone system sends for a call. Nothing is stored."
        rows={8}
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('body')}
      />
      {result && <Result {...result} />}
    </FormDialog>
  );
}

function Result(result: ReadCalls) {
  const lines = [...result.calls.map(callText), ...result.ignored.map(ignoredText)];
  return (
    <Alert kind={result.ignored.length > 0 ? 'info' : 'success'}>
      <p>{takenText(result).replace('taken', 'would be taken')}</p>
      <ul>
        {lines.slice(0, 20).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Alert>
  );
}

function callText({
  row,
  startedAt,
  seconds,
  direction,
  ownParty,
  otherParty,
}: ReadCalls['calls'][number]): string {
  const other = otherParty === null ? 'a hidden number' : formatPhone(otherParty);
  const parties = direction === 'out' ? `${ownParty} to ${other}` : `${other} to ${ownParty}`;
  return `Call ${row + 1}: ${formatMoment(startedAt)}, ${seconds} seconds, ${parties}.`;
}

const started = '2026-11-02 09:03:05';
const examples: Partial<Record<CallSystem, object>> = {
  '3cx': {
    callType: 'Outbound',
    number: '0825550101',
    agent: '102',
    agentEmail: 'thabo@example.co.za',
    duration: '00:05:04',
    startedAt: '2026-11-02T07:03:05Z',
  },
  yeastar: {
    type: 30012,
    sn: '369120000000',
    msg: {
      call_id: '1793603000.1',
      time_start: started,
      call_from: '102',
      call_to: '0825550101',
      talk_duration: 304,
      status: 'ANSWERED',
      type: 'Outbound',
      uid: '20261102090305A1',
    },
  },
  freeswitch: {
    variables: {
      uuid: '3a9f8c2e-0001',
      start_stamp: started,
      answer_stamp: '2026-11-02 09:03:10',
      billsec: '304',
    },
    callflow: [{ caller_profile: { caller_id_number: '102', destination_number: '0825550101' } }],
  },
};
const plainExample = {
  id: '1793603000.1',
  startedAt: started,
  seconds: 304,
  direction: 'out',
  ownParty: '102',
  otherParty: '0825550101',
};

function exampleFor(system: CallSystem): string {
  return JSON.stringify(examples[system] ?? plainExample, null, 2);
}

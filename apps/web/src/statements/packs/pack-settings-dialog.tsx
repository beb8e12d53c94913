import {
  packEndpoints,
  packSettings,
  type PackSettings,
} from '@recoup/contract/statements/pack-endpoints';
import {
  packSections,
  type ScheduleColumn,
  scheduleTitles,
} from '@recoup/contract/statements/pack-rules';
import { useQuery } from '@tanstack/react-query';
import { send } from '../../platform/api/api-client.ts';
import { readData } from '../../platform/api/read.ts';
import { useActionBy } from '../../platform/api/use-action.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { choiceField, defineForm, formValuesFrom, textField } from '../../ui/form/define-form.ts';
import { Fields, useDefinedForm } from '../../ui/form/defined-fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';

const { titles: titlesSchema, order: orderSchema } = packSettings.shape;
const settingsQuery = readData(packEndpoints.getTaxationSettings, {}, { staleTime: 0 });

const title = (column: ScheduleColumn, isFirst = false) =>
  textField(`“${scheduleTitles[column]}” is called`, {
    schema: titlesSchema.shape[column],
    isRequired: true,
    maxLength: 30,
    autoComplete: 'off',
    ...(isFirst && { 'data-autofocus': true }),
  });

const orders = packSections.flatMap((first) =>
  packSections
    .filter((second) => second !== first)
    .map((second) => {
      const third = packSections.find((each) => each !== first && each !== second) ?? first;
      return [first, second, third].join(', ');
    }),
);

const settingsForm = defineForm({
  item: title('item', true),
  date: title('date'),
  particulars: title('particulars'),
  who: title('who'),
  time: title('time'),
  fee: title('fee'),
  disbursement: title('disbursement'),
  vat: title('vat'),
  voucher: title('voucher'),
  taxedOff: title('taxedOff'),
  order: choiceField('Order of the parts', {
    options: orders.map((value) => ({ value, label: value })),
    start: packSections.join(', '),
  }),
});

/** Titles of the columns of the schedule, and the order of the parts of a pack. */
export function PackSettingsDialog({ onClose }: { onClose: () => void }) {
  const settings = useQuery(settingsQuery);
  return (
    <Loaded query={settings} what="The settings">
      {(saved) => <SettingsDialog saved={saved} onClose={onClose} />}
    </Loaded>
  );
}

type Props = { saved: PackSettings; onClose: () => void };

function SettingsDialog({ saved, onClose }: Props) {
  const form = useDefinedForm(settingsForm, {
    initialValues: formValuesFrom(settingsForm, {
      ...saved.titles,
      order: saved.order.join(', '),
    }),
  });
  const save = useActionBy(
    async ({ order, ...titles }: typeof form.values) => {
      const body = { titles, order: orderSchema.parse(order.split(', ')) };
      return send(packEndpoints.saveTaxationSettings, { body });
    },
    { done: 'Titles and order saved.', changes: ['statements'], onDone: onClose },
  );
  return (
    <FormDialog
      title="Titles and order of packs"
      form={form}
      saving={save}
      onSave={save.run}
      action={{ label: 'Save' }}
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  );
}

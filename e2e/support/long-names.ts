import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { dayIn } from './days.ts';
import { callApi, postData, readMe, readData } from './wire.ts';

/** The longest names of the contract, without a break; A sorts them first. */
const long = {
  name: `A${'n'.repeat(49)}`,
  title: `A${'T'.repeat(99)}`,
  matter: `0${'M'.repeat(59)}`,
  text: 'x'.repeat(200),
};

/** The longest search. */
export const longSearch = 's'.repeat(200);

/** The pages of the firm admin that show a long name, and the name. */
export const longNamesOfAdmin = {
  '/home/attorneys/attorney-list': long.name,
  '/home/attorneys/disbursement-list': long.title,
  '/home/attorneys/fees': long.name,
  '/home/attorneys/entries?search=xxxx': long.title,
  '/home/attorneys/matters': long.matter,
};

/** The same of the attorney. */
export const longNamesOfAttorney = { '/home/entries': long.text };

/** Records an attorney, a disbursement type, a matter and an entry of the longest names. */
export async function recordLongNames(): Promise<void> {
  const { lerato } = demoFirmAdmins;
  const { thabo } = demoAttorneys;
  const firm = (await readMe(lerato)).firm._id;
  const kind = { title: long.title, fixed: false, calculated: true, active: true, firm };
  const type = await postData<{ _id: string }>(lerato, '/disbursements', kind);
  const attorney = await readMe(thabo);
  const fee = { startTime: 0, endTime: 5, additionalTime: 0, charges: 9_999_999.99 };
  await callApi(lerato, 'PUT', `/users/${attorney._id}`, {
    name: long.name,
    disbursementTypes: [...attorney.disbursementTypes.map(({ _id }) => _id), type._id],
    callFees: [{ ...fee, disbursementType: type._id }],
  });
  await callApi(lerato, 'POST', '/upload', {
    fileStream: `Matter Number,Description,Client\n${long.matter},${long.text},${long.text}`,
  });
  const [matter] = await readData<{ _id: string }[]>(lerato, `/matters?search=${long.matter}`);
  await callApi(thabo, 'POST', '/entries', {
    matter: matter?._id,
    disbursementType: type._id,
    // Not on the first page of entries: a row of many lines moves what comes below it.
    date: dayIn(-20),
    minutes: 90,
    narration: long.text,
  });
}

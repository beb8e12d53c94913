import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { callApi, readData, readMe } from './wire.ts';

type Attorney = {
  disbursementTypes: { _id: string; title: string }[];
  callFees: { disbursementType: string; charges: number }[];
};

/** Adds Rand to today's charges from a day on; ends the call fees of the type `without`. */
export async function changeFees(
  attorney: { email: string; password: string },
  { by, from, without }: { by: number; from?: string; without?: string },
): Promise<void> {
  const { _id } = await readMe(attorney);
  const address = `/users/${_id}`;
  const { disbursementTypes, callFees } = await readData<Attorney>(demoFirmAdmins.lerato, address);
  const ended = disbursementTypes.find(({ title }) => title === without)?._id;
  await callApi(demoFirmAdmins.lerato, 'PUT', address, {
    disbursementTypes: disbursementTypes.map((type) => type._id),
    callFees: callFees
      .filter((fee) => fee.disbursementType !== ended)
      .map((fee) => ({ ...fee, charges: fee.charges + by })),
    ...(ended !== undefined && { withoutCallFees: [ended] }),
    ...(from !== undefined && { callFeesFrom: from }),
  });
}

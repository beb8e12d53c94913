import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { aStatementFirm } from '../../../test/statement-firm.ts';
import { createFirmScope } from '../../platform/core/actor.ts';
import { withScope } from '../../platform/database/connections.ts';
import { readPack } from './packs.service.ts';

const test = useApp();

it('hides the numbers of calls in what is charged and in what is left out', async () => {
  const of = await aStatementFirm(test);
  const aCall = async (narration: string, otherParty: string) => {
    const entry = await of.record(of.types.call, { minutes: 4, narration });
    await test.updateRows('entries', { id: entry }, { otherParty });
    return entry;
  };
  await aCall('To 082 555 0101 10:30', '+27825550101');
  const wrong = await aCall('To 082 555 0102 10:40', '+27825550102');
  const token = of.token.admin;
  const body = { override: 'Tested' };
  expect(await test.call('POST /exports', { token, body })).toAnswer(201);
  const reversal = { token: of.token.attorney, body: { reason: 'Not 082 555 0102' } };
  expect(await test.call(`POST /entries/${wrong}/reversal`, reversal)).toAnswer(201);
  expect(await test.call('POST /exports', { token, body })).toAnswer(201);
  const firm = createFirmScope(of.firm.id);
  const period = { matterId: of.matters.matter.id, from: null, to: null };
  const facts = await readPack(withScope(test.db, firm), firm, { ...period, masksNumbers: true });
  expect(facts.items).toMatchObject([{ particulars: 'Call: To 082 555 **** 10:30' }]);
  expect(facts.leftOut).toHaveLength(2);
  expect(JSON.stringify(facts.leftOut)).toContain('To 082 555 **** 10:40');
  expect(JSON.stringify(facts)).not.toMatch(/010[12]/);
});

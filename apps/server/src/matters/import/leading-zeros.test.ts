import { expect, it } from 'vitest';
import { useMatterImports } from '../../../test/matter-imports.ts';

const { anOffice, send, upload } = useMatterImports();
type Reply = { data: { created: number; notices?: string[] } };

it('names new numbers that differ from existing ones only in leading zeros', async () => {
  const firm = await anOffice();
  await upload(firm, 'Ref,Name\n00777,A\n008a,B\n9,C\n10,D\n');
  const file = 'Ref,Name\n10,D\n777,A\n8A,B\n09,C\n11,E\n100,F\n';
  const notice =
    '3 new numbers differ from an existing one only in leading zeros, such as “777” in row 3 ' +
    'from “00777”. A spreadsheet drops such zeros. If these are the same matters, correct the ' +
    'numbers, or each becomes a second matter.';
  const preview = (await send(firm, 'POST /imports/preview', file)).json<Reply>();
  expect(preview.data).toMatchObject({ created: 5, notices: [notice] });
  expect((await upload(firm, file)).json<Reply>().data).toMatchObject({
    created: 5,
    notices: [notice],
  });
  expect((await upload(firm, file)).json<Reply>().data).not.toHaveProperty('notices');
});

it('compares with the numbers of the firm alone', async () => {
  const [firm, other] = [await anOffice(), await anOffice()];
  await upload(other, 'Ref,Name\n00777,A\n');
  expect((await upload(firm, 'Ref,Name\n777,A\n')).json<Reply>().data).not.toHaveProperty(
    'notices',
  );
});

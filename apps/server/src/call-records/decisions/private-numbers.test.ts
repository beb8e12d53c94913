import { expect, it } from 'vitest';
import { useCallFirm } from '../../../test/call-firm.ts';

const { ctx, decide, first, list, take, test } = useCallFirm();
const putExtensions = async (...extensions: { value: string; attorney: string }[]) =>
  test.call('PUT /extensions', { token: ctx.admin, body: { extensions } });
const makePrivate = async () => {
  await take(['2026-03-17 10:00:00', '102', '0825550101', 301]);
  await decide((await first())._id, { state: 'private' });
};

it('hides calls of a private number whose extension its attorney got later', async () => {
  await makePrivate();
  await take(['2026-03-18 10:00:00', '777', '0825550101', 301]);
  const { _id } = await first('?from=2026-03-18', ctx.admin);
  await putExtensions(
    { value: '102', attorney: ctx.thabo.id },
    { value: '777', attorney: ctx.thabo.id },
  );
  for (const token of [ctx.admin, ctx.thabo.token]) {
    expect((await list('?isOpen=true', token)).count).toBe(0);
    expect((await list('?from=2026-03-18', token)).count).toBe(0);
    expect(await decide(_id, { state: 'recorded' }, token)).toAnswer(404);
  }
  const [number] = await test.data<{ _id: string }[]>('GET /private-numbers', {
    token: ctx.thabo.token,
  });
  await test.call(`DELETE /private-numbers/${number?._id}`, { token: ctx.thabo.token });
  expect((await list('?isOpen=true', ctx.thabo.token)).count).toBe(2);
});

it('keeps calls of a colleague who has the telephone of the attorney now', async () => {
  await makePrivate();
  await putExtensions({ value: '102', attorney: ctx.lerato.id });
  expect(await take(['2026-03-18 10:00:00', '102', '0825550101', 301])).toMatchObject({
    added: 1,
    private: 0,
  });
});

it('keeps calls of an extension that is the cell of an attorney with private numbers', async () => {
  await makePrivate();
  const { cell } = await test.data<{ cell: string }>(`GET /users/${ctx.thabo.id}`, {
    token: ctx.admin,
  });
  await putExtensions({ value: cell, attorney: ctx.lerato.id });
  expect(await take(['2026-03-18 10:00:00', cell, '0825550101', 301])).toMatchObject({
    added: 1,
    private: 0,
  });
  expect(await first('?isOpen=true')).toMatchObject({ attorney: { name: 'Lerato Nkosi' } });
});

import type { TestApp } from './app.ts';

type Admin = { id: string };
export type ScimMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type ScimUser = { id: string; active: boolean; userName: string; displayName: string };

/** As Entra says that a person leaves. */
export const leaves = { op: 'Replace', path: 'active', value: 'False' };
export const scimFilter = (text: string) => `?filter=${encodeURIComponent(text)}`;

/** Directories of firms, which call SCIM with a key. */
export function useDirectories(test: TestApp) {
  let keysMade = 0;
  const makeKey = async (admin: Admin, scopes = ['provision']): Promise<string> => {
    const token = await test.signIn(admin);
    keysMade += 1;
    const body = { name: `Key ${keysMade}`, scopes };
    return (await test.data<{ key: string }>('POST /api-keys', { token, body })).key;
  };
  const directoryFor = async <Office extends { admin: Admin }>(office: Office) => {
    const key = await makeKey(office.admin);
    const scim = async (method: ScimMethod, path = '', body?: object, token = key) =>
      test.app.inject({
        method,
        url: `/scim/v2/Users${path}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
        ...(body && { payload: JSON.stringify(body) }),
      });
    const patch = async (id: string, ...operations: object[]) =>
      scim('PATCH', `/${id}`, { schemas: [], Operations: operations });
    return { ...office, key, scim, patch };
  };
  const aDirectory = async () => {
    const firm = await test.aFirm();
    const admin = await test.anAdmin({ firm });
    await test.updateRows('firms', { id: firm.id }, { adminId: admin.id });
    return directoryFor({ firm, admin, attorney: await test.aUser({ firm }) });
  };
  return { makeKey, directoryFor, aDirectory };
}

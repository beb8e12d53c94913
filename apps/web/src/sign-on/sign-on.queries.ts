import { signOnEndpoints } from '@recoup/contract/sign-on/endpoints';
import { read, readData } from '../platform/api/read.ts';

/** The accounts of providers with which the user signs in. */
export const identitiesQuery = read(
  signOnEndpoints.listIdentities,
  {},
  { what: 'linked accounts', staleTime: 0 },
);

/** The answer of the provider in a test. */
export function signOnTestQuery(id: string) {
  return readData(signOnEndpoints.getSignOnTest, { params: { id } }, { what: 'test' });
}

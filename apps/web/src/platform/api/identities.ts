import { signOnEndpoints } from '@recoup/contract/sign-on/endpoints';
import { read } from './read.ts';

/** The accounts of providers with which the user signs in, and the provider of the firm. */
export const identitiesQuery = read(
  signOnEndpoints.listIdentities,
  {},
  { what: 'linked accounts', staleTime: 0 },
);

import { describe, expect, it } from 'vitest';
import { requestAddress } from './api-client.ts';

describe('the address of an endpoint', () => {
  it('has its parameters filled in, encoded', () => {
    expect(requestAddress({ path: '/users/{id}' }, { params: { id: 'a/b c' } })).toBe(
      '/core/api/users/a%2Fb%20c',
    );
  });

  it('carries the query parameters that have a value, encoded', () => {
    const query = { page: 2, search: '50% & more', firm: undefined, sort: '' };
    expect(requestAddress({ path: '/users' }, { query })).toBe(
      '/core/api/users?page=2&search=50%25+%26+more',
    );
  });

  it('has no question mark without a query', () => {
    expect(requestAddress({ path: '/me' }, {})).toBe('/core/api/me');
  });
});

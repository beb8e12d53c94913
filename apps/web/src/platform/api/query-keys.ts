/** Where the key of each query begins: invalidating it also reaches the queries below it. */
export const queryKeys = {
  apiDocument: ['api-document'],
  callFees: ['call-fees'],
  callRecords: ['call-records'],
  disbursements: ['disbursements'],
  entries: ['entries'],
  exports: ['exports'],
  exportSettings: ['export-settings'],
  firms: ['firms'],
  listViews: ['list-views'],
  matters: ['matters'],
  me: ['me'],
  monthEnd: ['month-end'],
  palette: ['palette'],
  postingLayouts: ['posting-layouts'],
  users: ['users'],
  vatRates: ['vat-rates'],
} as const;

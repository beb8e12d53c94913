/** A real PostgreSQL with the migrated, empty database `recoup`, from which each test file takes a copy. */
export declare function startTestDatabase(): Promise<{
  url: string;
  stop: () => Promise<void>;
}>;
/** A database of one's own: a copy of the migrated one. */
export declare function copyDatabase(serverUrl: string): Promise<{
  url: string;
  drop: () => Promise<void>;
}>;

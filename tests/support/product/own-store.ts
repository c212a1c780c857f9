import { emptyDatabase, postgresServer } from "../postgres/databases.ts";
import { noteDatabaseUrl } from "../records/open-data.ts";

/** Gives a Mila a database of her own if the tests run on PostgreSQL. On SQLite she has a file. */
export async function ownStore() {
  const own = postgresServer ? await emptyDatabase() : undefined;
  return {
    settings: own ? { DATABASE_URL: own.url } : undefined,
    /** Lets `openData` find it. */
    noteIn(dataFolder: string): void {
      if (own) noteDatabaseUrl(dataFolder, own.url);
    },
    [Symbol.asyncDispose]: async () => own?.[Symbol.asyncDispose](),
  };
}

import { expect, test } from "vitest";
import { newDatabase } from "../../support/records/database.ts";
import { dump } from "../security/households/dump.ts";
import { isOnPostgres } from "../../support/records/engines.ts";

test.skipIf(isOnPostgres)(
  "a new database holds nobody and nothing that could be signed in to",
  async () => {
    await using own = newDatabase();
    expect(await dump(own.db)).toEqual([]);
  },
);

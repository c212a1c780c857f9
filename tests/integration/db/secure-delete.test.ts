import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { removeAccounts } from "#app/domain/lifecycle/remove-accounts.server.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { newTask } from "../../support/messages/delegation.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

test.skipIf(skippedOnPostgres.file)("the file keeps no text of a deleted account", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const secret = "Ask the lawyer about the divorce";
  for (let number = 0; number < 50; number += 1)
    await newTask(own.db, family, `${secret} ${number}`);
  const hasSecret = async () => {
    await sql`pragma wal_checkpoint(truncate)`.execute(own.db);
    return readFileSync(own.file).includes(secret);
  };
  expect(await hasSecret()).toBe(true);
  expect(await deleteAccount(own.db, family.userId)).toBe("is_alone");
  await removeAccounts(own.db);
  expect(await hasSecret()).toBe(false);
});

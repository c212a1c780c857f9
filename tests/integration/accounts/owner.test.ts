import { afterAll, beforeAll, expect, test } from "vitest";
import { handMilaOver, isOwner } from "#app/domain/accounts/owner/owner.server.ts";
import { newDatabase, type TestDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { setOwner } from "../../support/people/owner.ts";

let own: TestDatabase;

beforeAll(() => {
  own = newDatabase();
});

afterAll(() => own[Symbol.asyncDispose]());

test("only the owner can hand Mila over, even if they were the owner a moment ago", async () => {
  const [owner, heir, late] = [
    await newFamily(own.db),
    await newFamily(own.db),
    await newFamily(own.db),
  ];
  await setOwner(own.db, "id", owner.userId);
  expect(await handMilaOver(own.db, { from: owner.userId, to: heir.userId })).toBe(true);
  expect(await handMilaOver(own.db, { from: owner.userId, to: late.userId })).toBe(false);
  expect([await isOwner(own.db, heir.userId), await isOwner(own.db, late.userId)]).toEqual([
    true,
    false,
  ]);
});

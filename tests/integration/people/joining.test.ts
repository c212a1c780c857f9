import { expect, test } from "vitest";
import { findIncomingRequests } from "#app/domain/delegation/views/incoming-requests.server.ts";
import { listDelegates } from "#app/domain/delegation/asking/delegates.server.ts";
import { listFamilyMembers } from "#app/domain/people/family/family-members.server.ts";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { newDatabase } from "../../support/records/database.ts";
import { sendRequest, newAskingFamily, newTask } from "../../support/messages/delegation.ts";
import { newFamily, newInvitation } from "../../support/records/family.ts";

const linkKey = "k".repeat(43);

test("a joining family's entry for an existing member is linked to that account", async () => {
  await using own = newDatabase();
  const { db } = own;
  const [nora, sam] = [await newAskingFamily(db), await newFamily(db)];
  const address = `${sam.userId}@example.com`;
  await db.updateTable("people").set({ email: address }).where("id", "=", nora.sam).execute();

  const id = await newInvitation(db, sam, `${nora.userId}@example.com`);
  const token = linkToken(linkKey, "invitation", id);
  expect(await acceptInvitation(db, nora.userId, { linkKey, token })).toBe("joined");
  nora.householdId = sam.householdId;

  expect((await listDelegates(db, sam)).map(({ name }) => name)).toEqual(["Alex", "Nora"]);
  const ofNora = await listFamilyMembers(db, nora);
  expect(ofNora.find(({ name }) => name === "Sam")).toMatchObject({
    relation: "spouse",
    hasAccount: true,
  });
  await sendRequest(db, nora, await newTask(db, nora));
  expect(await findIncomingRequests(db, sam)).toMatchObject([
    { title: "Pick up Emma", asker: "Nora" },
  ]);
});

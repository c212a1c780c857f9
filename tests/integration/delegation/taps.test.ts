import { expect, test } from "vitest";
import { newDatabase } from "../../support/records/database.ts";
import { newAskingFamily } from "../../support/messages/delegation.ts";
import { addRequest, readDelegationStatus, textMila } from "../../support/messages/by-text.ts";

test("tapping a reaction on another message is not a yes and gets no reply", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const first = await addRequest(own.db, nora);
  const thanks = await textMila(own.db, "yes");
  const second = await addRequest(own.db, nora, "Call the vet");
  expect(await textMila(own.db, `Loved “${thanks}”`)).toBeNull();
  expect(await textMila(own.db, "Liked “Mila: Reminder: Buy milk, today at 3:00 PM.”")).toBeNull();
  expect([
    await readDelegationStatus(own.db, first),
    await readDelegationStatus(own.db, second),
  ]).toEqual(["accepted", "pending"]);
  expect(await textMila(own.db, `Liked “${await textMila(own.db, "who is this")}”`)).toContain(
    "Thank you.",
  );
});

test("tapping a reaction answers the request it is on", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const first = await addRequest(own.db, nora, "Café with Emma's teacher");
  const second = await addRequest(own.db, nora, "Call the vet");
  // As sent: without accents, to leave room for the link.
  const sent =
    "“Mila: Nora asks: can you do this? Cafe with Emma's teacher. Reply YES or NO, or tap https://mila.example.com/d”";
  expect(await textMila(own.db, `Liked ${sent}`)).toContain(
    "Thank you. Nora knows you're on it: Café",
  );
  expect([
    await readDelegationStatus(own.db, first),
    await readDelegationStatus(own.db, second),
  ]).toEqual(["accepted", "pending"]);
  // A second tap, when only the other is open.
  expect(await textMila(own.db, `Loved ${sent}`)).toBeNull();
  expect(await readDelegationStatus(own.db, second)).toBe("pending");
});

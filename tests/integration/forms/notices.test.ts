import { afterAll, beforeAll, expect, test } from "vitest";
import { addDelivery } from "../../support/records/add-delivery.ts";
import { findUserId, setOwner } from "../../support/people/owner.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { browserOf, type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const noProvider = "Reminders can't be sent by email yet: it isn't set up here.";

test("only Mila's owner is told that email is not set up, until they dismiss it and it happens again", async () => {
  const { nora, family } = await newNora(mila);
  const userId = await findUserId(mila, family.email);
  await setOwner(mila.db, "id", userId);
  const sam = browserOf(mila, await newSam(mila, family));
  for (const browser of [nora, sam])
    await say(browser, "Remind me to call the vet tomorrow at 3 pm");
  expect(sam.text).not.toContain("no provider");
  await sam.visit("/preferences/notifications");
  expect(sam.text).toContain(`${noProvider} Ask Mila's owner to set one up.`);
  expect(nora.text).toContain(noProvider);
  await nora.press("Dismiss");
  expect(nora.url).toBe("/dashboard");
  expect(nora.text).not.toContain("no provider");
  await nora.reload();
  expect(nora.text).not.toContain("no provider");
  await nora.visit("/preferences/notifications");
  expect(nora.text).toContain(noProvider);

  // It was set up in between: by then, a message had gone out.
  await addDelivery(
    mila.db,
    { userId, householdId: "", timeZone: "" },
    { state: "delivered", channel: "email" },
  );
  await nora.visit("/dashboard");
  expect(nora.text).toContain(noProvider);
});

import { expect, test } from "vitest";
import { newDatabase } from "../../support/database.ts";
import { newCouple } from "../../support/delegation.ts";
import { asks, statusOf, writes } from "../../support/by-text.ts";

test("tapping a reaction on another message is not a yes and gets no reply", async () => {
  await using own = newDatabase();
  const nora = await newCouple(own.db);
  const first = await asks(own.db, nora);
  const thanks = await writes(own.db, "yes");
  const second = await asks(own.db, nora, "Call the vet");
  expect(await writes(own.db, `Loved “${thanks}”`)).toBeNull();
  expect(await writes(own.db, "Liked “Mila: Reminder: Buy milk, today at 3:00 PM.”")).toBeNull();
  expect([await statusOf(own.db, first), await statusOf(own.db, second)]).toEqual(["accepted", "pending"]);
  expect(await writes(own.db, `Liked “${await writes(own.db, "who is this")}”`)).toContain("Thank you.");
});

test("tapping a reaction answers the request it is on", async () => {
  await using own = newDatabase();
  const nora = await newCouple(own.db);
  const first = await asks(own.db, nora, "Café with Emma's teacher");
  const second = await asks(own.db, nora, "Call the vet");
  // As sent: without accents, to leave room for the link.
  const sent =
    "“Mila: Nora asks: can you do this? Cafe with Emma's teacher. Reply YES or NO, or tap https://mila.example.com/d”";
  expect(await writes(own.db, `Liked ${sent}`)).toContain("Thank you. Nora knows you're on it: Café");
  expect([await statusOf(own.db, first), await statusOf(own.db, second)]).toEqual(["accepted", "pending"]);
  // A second tap, when only the other is open.
  expect(await writes(own.db, `Loved ${sent}`)).toBeNull();
  expect(await statusOf(own.db, second)).toBe("pending");
});

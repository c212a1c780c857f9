import { expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { addFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { listFamily } from "#app/domain/people/family/family-members.server.ts";
import { linkAccount } from "#app/domain/people/family/link-account.server.ts";
import { setTurns } from "#app/domain/series/changing/set-turns.server.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import {
  answerAs,
  newAskingFamily,
  newTask,
  phones,
  readDelegation,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { newSender } from "../../support/messages/deliveries.ts";
import { confirmedPhone } from "../../support/people/confirmed-phone.ts";
import { bobsPhone, newBob, waysToLeave } from "../../support/people/leaving-member.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newMember } from "../../support/records/family.ts";
import { newSeries } from "../../support/records/series.ts";
import { openTask } from "../../support/records/turns.ts";
import { moveAccount, nameAccount } from "../../support/records/people.ts";

const ruthsPhone = "+12015550155";
const emailOf = (userId: string) => `${userId}@example.com`;

/** Bob added his partner Ruth, who is a member of Nora's household too. */
async function scene() {
  const own = newDatabase();
  const twilio = await startFakeTwilio();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const bob = await newBob(db, nora);
  const membershipId = await newMember(db, nora.householdId);
  const { user_id: ruth } = await db
    .selectFrom("household_members")
    .select("user_id")
    .where("id", "=", membershipId)
    .executeTakeFirstOrThrow();
  await nameAccount(db, ruth, "Ruth");
  await db
    .updateTable("user_preferences")
    .set({ ...confirmedPhone(ruthsPhone), sms_enabled: 1 })
    .where("user_id", "=", ruth)
    .execute();
  const facts = { name: "Ruth", relation: "partner", phone: null, email: emailOf(ruth) } as const;
  expect(await addFamilyMember(db, bob, facts)).toBe("saved");
  const entries = db.selectFrom("people").select("id").where("user_id", "=", ruth);
  const { id: entry } = await entries.executeTakeFirstOrThrow();
  const { sendDue } = newSender(db, twilio.settings);
  const textsTo = (number: string) =>
    twilio
      .messages()
      .filter(({ to }) => to === number)
      .map(({ body }) => body.replace(/ http\S+/, "").replace("Mila: ", ""));
  return {
    db,
    nora,
    bob,
    ruth,
    entry,
    sendDue,
    textsTo,
    async [Symbol.asyncDispose]() {
      await twilio[Symbol.asyncDispose]();
      await own[Symbol.asyncDispose]();
    },
  };
}

test.for(waysToLeave)(
  "when the member who added a partner %s, the partner's yes goes on, untold",
  async ([, go]) => {
    await using home = await scene();
    const { db, nora, bob, entry, sendDue, textsTo } = home;
    const [accepted, pending] = [await newTask(db, nora), await newTask(db, nora, "Call the vet")];
    await answerAs(db, await sendRequest(db, nora, accepted, entry), "accept");
    const asked = await sendRequest(db, nora, pending, entry);
    await sendDue();
    const before = [textsTo(phones.nora), textsTo(ruthsPhone)];
    await go(db, nora, bob);
    await sendDue();
    expect([textsTo(phones.nora), textsTo(ruthsPhone)]).toEqual(before);
    expect(await readDelegation(db, accepted)).toMatchObject({
      task: { delegated_to: entry, delegation_status: "accepted", assignee: "Ruth" },
      requests: [{ state: "accepted", asked_by: nora.userId }],
    });
    expect(await answerAs(db, asked, "accept")).toBe("saved");
  },
);

test.for(waysToLeave)(
  "when the member who asked their partner %s, the owner asks instead",
  async ([, go]) => {
    await using home = await scene();
    const { db, nora, bob, entry, sendDue, textsTo } = home;
    const [accepted, pending] = [await newTask(db, bob), await newTask(db, bob, "Call the vet")];
    const yes = await sendRequest(db, bob, accepted, entry);
    await sendRequest(db, bob, pending, entry);
    await sendDue();
    await answerAs(db, yes, "accept");
    await sendDue();
    const asked = textsTo(ruthsPhone).length;
    await go(db, nora, bob);
    await sendDue();
    const because = "because the person who asked has left";
    expect(textsTo(ruthsPhone).slice(asked).toSorted()).toEqual([
      `Nora asks you now, ${because}: Call the vet.`,
      `Nora counts on you now, ${because}: Pick up Emma.`,
    ]);
    expect([textsTo(phones.nora), textsTo(bobsPhone)]).toEqual([
      [],
      ["Ruth says yes: Pick up Emma."],
    ]);
  },
);

test.for(waysToLeave)(
  "when the member who added a partner %s, the partner keeps their turns",
  async ([, go]) => {
    await using home = await scene();
    const { db, nora, bob, ruth } = home;
    const id = await newSeries(db, nora, {
      rule: "FREQ=DAILY",
      due: "2101-06-10T15:00",
      now: nowIso(),
    });
    await setTurns(db, nora, id, { who: "people", people: [ruth], order: "each" });
    await go(db, nora, bob);
    expect(await openTask(db, nora)).toMatchObject({ assignee: "Ruth", has_turn: 1 });
  },
);

test.for(waysToLeave.slice(0, 2))(
  "a couple are one entry each when one of them %s and comes back",
  async ([, go]) => {
    await using home = await scene();
    const { db, nora, bob, ruth } = home;
    const household = { householdId: bob.householdId, userId: ruth };
    await addFamilyMember(db, household, {
      name: "Bob",
      relation: "partner",
      phone: null,
      email: emailOf(bob.userId),
    });
    const couple = async () =>
      (await listFamily(db, nora)).filter(
        ({ email }) => email?.includes(bob.userId) || email?.includes(ruth),
      );
    const before = await couple();
    expect(before.map(({ name }) => name)).toEqual(["Bob", "Ruth"]);
    await go(db, nora, bob);
    await moveAccount(db, bob.userId, nora.householdId);
    await db
      .transaction()
      .execute((trx) => linkAccount(trx, bob.userId, nora.householdId, nowIso()));
    expect(await couple()).toEqual(before);
  },
);

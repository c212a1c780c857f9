import { expect, test } from "vitest";
import { addFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { saveDrafts } from "#app/domain/tasks/adding/confirm.server.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import { startFakeOpenai } from "../../../fakes/openai.ts";
import { newDatabase } from "../../../support/records/database.ts";
import { newFamily, newInvitation, newMember } from "../../../support/records/family.ts";
import { rawPost } from "../../../support/product/raw-request.ts";
import { signedInFamily, startMilaWithDatabase } from "../signed-in.ts";

test("a task read by a slow model belongs to its creator's current household", async () => {
  await using openai = await startFakeOpenai();
  openai.behave({ type: "slow" });
  await using mila = await startMilaWithDatabase({
    OPENAI_API_KEY: openai.apiKey,
    OPENAI_BASE_URL: openai.baseUrl,
  });
  const [owner, removed, joining] = [
    await signedInFamily(mila.db),
    await signedInFamily(mila.db),
    await signedInFamily(mila.db),
  ];
  const place = ({ userId }: { userId: string }) =>
    mila.db
      .selectFrom("household_members")
      .selectAll()
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
  const join = async ({ userId, cookie }: typeof owner) => {
    const id = await newInvitation(mila.db, owner, `${userId}@example.com`);
    const token = linkToken(readSecrets(mila.dataFolder).link, "invitation", id);
    await rawPost(mila.url, "/accept-invitation", { token }, { cookie });
    expect((await place({ userId })).household_id).toBe(owner.householdId);
  };
  await join(removed);

  const text =
    "so the vet, about grandma's cat at school, call them tomorrow at 3pm when they open";
  const say = ({ cookie }: typeof owner) => rawPost(mila.url, "/dashboard", { text }, { cookie });
  const answers = Promise.all([say(removed), say(joining)]);
  await expect.poll(() => openai.requests.length, { timeout: 8_000 }).toBe(2);
  const { id } = await place(removed);
  await rawPost(
    mila.url,
    `/preferences/family/household/${id}/remove`,
    {},
    { cookie: owner.cookie },
  );
  await join(joining);
  // Ends the requests that wait for the model.
  await openai[Symbol.asyncDispose]();
  expect((await answers).map(({ status }) => status)).toEqual([303, 303]);
  for (const person of [removed, joining]) {
    const tasks = await mila.db
      .selectFrom("tasks")
      .select("household_id")
      .where("user_id", "=", person.userId)
      .execute();
    expect(tasks).toEqual([{ household_id: (await place(person)).household_id }]);
  }
});

test("a slow form is saved to its sender's current household", async () => {
  await using own = newDatabase();
  const [member, left] = [await newFamily(own.db), await newFamily(own.db)];
  await newMember(own.db, left.householdId);
  const stale = { ...member, householdId: left.householdId };
  const draft = { title: "Call the vet", category: "Household", undatedTitle: "" } as const;
  await saveDrafts(own.db, stale, { drafts: [draft], requestId: "form-0001" });
  await addFamilyMember(own.db, stale, {
    name: "Sam",
    relation: "spouse",
    phone: null,
    email: null,
  });
  const here = [{ household_id: member.householdId }];
  expect(await own.db.selectFrom("tasks").select("household_id").execute()).toEqual(here);
  const family = own.db.selectFrom("people").where("relation", "is not", null);
  expect(await family.select("household_id").execute()).toEqual(here);
});

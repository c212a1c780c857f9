import { v7 as newId } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "#app/domain/delegation/asking/ask.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { syncReminders } from "#app/domain/reminders/planning/sync-reminders.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import { datedTask, feedPath } from "../../../support/messages/calendar.ts";
import { newInvitation } from "../../../support/records/family.ts";
import { rawPost, rawRequest } from "../../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { type SignedInFamily, signedInFamily } from "../signed-in.ts";
import { giveAccount } from "../../../support/records/people.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

/** A member with a task in the owner's household, its reminder and its calendar entry. */
async function newMember(owner: SignedInFamily) {
  const member = await signedInFamily(mila.db);
  const id = await newInvitation(mila.db, owner, `${member.userId}@example.com`);
  const token = linkToken(readSecrets(mila.dataFolder).link, "invitation", id);
  await rawPost(mila.url, "/accept-invitation", { token }, { cookie: member.cookie });
  const place = await mila.db
    .selectFrom("household_members")
    .select(["id", "household_id as householdId"])
    .where("user_id", "=", member.userId)
    .executeTakeFirstOrThrow();
  expect(place.householdId).toBe(owner.householdId);
  const of = { ...member, householdId: place.householdId };
  const taskId = await datedTask(mila.db, of, "2031-06-10T15:00", { title: "Call the vet" });
  await mila.db.transaction().execute((trx) => syncReminders(trx, { taskIds: [taskId] }));
  const { id: reminderId } = await mila.db
    .selectFrom("reminders")
    .select("id")
    .where("task_id", "=", taskId)
    .executeTakeFirstOrThrow();
  const entry = {
    id: newId(),
    task_id: taskId,
    user_id: member.userId,
    event_id: newId(),
    content: "{}",
  };
  await mila.db
    .insertInto("calendar_entries")
    .values({ ...entry, created_at: nowIso() })
    .execute();
  await sent(member.userId, "reminder", reminderId);
  await sent(member.userId, "calendar_event", entry.id);
  return { ...member, membershipId: place.id, taskId };
}

async function sent(user_id: string, kind: "reminder" | "calendar_event", subject_id: string) {
  const [id, now] = [newId(), nowIso()];
  const channel = kind === "reminder" ? "email" : "calendar";
  const row = { id, kind, channel, user_id, subject_id, state: "sent", dedupe_key: id } as const;
  await mila.db
    .insertInto("deliveries")
    .values({ ...row, due_at: now, not_before: now, created_at: now, claimed_at: now })
    .execute();
}

const endings = [
  ["was removed", "remove"],
  ["left", "leave"],
] as const;

test.for(endings)(
  "someone who %s never sees the later titles of the household's tasks",
  async ([, how]) => {
    const owner = await signedInFamily(mila.db);
    const member = await newMember(owner);
    const feed = await feedPath(mila.db, member.userId, { dataFolder: mila.dataFolder });
    const pages = [
      "/dashboard",
      "/family",
      "/preferences/notifications",
      "/preferences/account/export",
      feed,
    ];
    const read = async () => {
      const texts: Record<string, string> = {};
      for (const path of pages) texts[path] = (await open(path, member.cookie)).text;
      return texts;
    };
    for (const [path, text] of Object.entries(await read()))
      expect([path, text.includes("vet")]).toEqual([path, true]);

    const { cookie } = how === "remove" ? owner : member;
    const ended = await rawPost(
      mila.url,
      `/preferences/family/household/${member.membershipId}/${how}`,
      {},
      { cookie },
    );
    expect(ended.status).toBe(303);
    const renamed = {
      category: "Kids",
      description: "",
      dueDate: "2031-06-10T15:00",
      assignee: "",
      version: "1",
    };
    const saved = await rawPost(
      mila.url,
      `/tasks/${member.taskId}/edit`,
      { title: "Lawyer Tuesday: custody", ...renamed },
      { cookie: owner.cookie },
    );
    expect(saved.status).toBe(303);
    await open("/dashboard", member.cookie);
    for (const [path, text] of Object.entries(await read())) {
      expect([path, text.includes("Lawyer"), text.length > 100]).toEqual([path, false, true]);
    }
    expect((await open("/preferences/notifications", member.cookie)).text).toContain(
      "Reminder: Call the vet",
    );
  },
);

test.for(endings)(
  "someone who %s can neither read nor complete their accepted task by its link",
  async ([, how]) => {
    const owner = await signedInFamily(mila.db);
    const member = await newMember(owner);
    const taskId = await datedTask(mila.db, owner, "2031-06-10T15:00", { title: "Call the vet" });
    const sams = {
      id: newId(),
      name: "Sam",
      relation: "spouse",
    } as const;
    await mila.db
      .insertInto("people")
      .values({
        ...sams,
        added_by: owner.userId,
        household_id: owner.householdId,
        created_at: nowIso(),
      })
      .execute();
    await giveAccount(mila.db, sams.id, member.userId);
    const asked = await ask(mila.db, owner, { taskId, familyMemberId: sams.id, method: "link" });
    if (asked.status !== "asked") throw new Error(asked.status);
    const link = `/delegations/${linkToken(readSecrets(mila.dataFolder).link, "delegation", asked.id)}`;
    await rawPost(mila.url, link, { answer: "accept" });
    for (const path of [link, `${link}/calendar.ics`])
      expect((await open(path, "")).text).toContain("Call the vet");

    const { cookie } = how === "remove" ? owner : member;
    await rawPost(
      mila.url,
      `/preferences/family/household/${member.membershipId}/${how}`,
      {},
      { cookie },
    );
    await mila.db
      .updateTable("tasks")
      .set({ title: "Lawyer Tuesday" })
      .where("id", "=", taskId)
      .execute();
    for (const path of [link, `${link}/calendar.ics`])
      expect((await open(path, "")).text).not.toContain("Lawyer");
    await rawPost(mila.url, link, { answer: "done" });
    const task = mila.db
      .selectFrom("tasks")
      .select(["is_completed", "delegation_status", "assignee_id", "assignee_name"]);
    expect(await task.where("id", "=", taskId).execute()).toEqual([
      { is_completed: 0, delegation_status: "none", assignee_id: null, assignee_name: null },
    ]);
  },
);

const open = (path: string, cookie: string) => rawRequest(mila.url, path, { headers: { cookie } });

test.for(endings)(
  "links copied by someone who %s end, and links in messages stay",
  async ([, how]) => {
    const owner = await signedInFamily(mila.db);
    const member = await newMember(owner);
    const taskId = await datedTask(mila.db, owner, "2031-06-10T15:00", { title: "Call the vet" });
    const sam = { id: newId(), name: "Sam", relation: "spouse", created_at: nowIso() } as const;
    const { householdId } = owner;
    await mila.db
      .insertInto("people")
      .values({ ...sam, added_by: owner.userId, household_id: householdId })
      .execute();
    const asked = await ask(mila.db, owner, { taskId, familyMemberId: sam.id, method: "link" });
    if (asked.status !== "asked") throw new Error(asked.status);
    const page = (await open(`/tasks/${taskId}/delegate`, member.cookie)).text;
    const copied = /value="[^"]*(\/delegations\/[^"]+)"/.exec(page)?.[1] ?? "";
    const inMessage = `/delegations/${linkToken(readSecrets(mila.dataFolder).link, "delegation", asked.id)}`;
    for (const path of [copied, inMessage])
      expect((await open(path, "")).text).toContain("Call the vet");

    const { cookie } = how === "remove" ? owner : member;
    await rawPost(
      mila.url,
      `/preferences/family/household/${member.membershipId}/${how}`,
      {},
      { cookie },
    );
    await mila.db
      .updateTable("tasks")
      .set({ title: "Lawyer Tuesday" })
      .where("id", "=", taskId)
      .execute();
    const ended = (await open(copied, "")).text;
    expect(ended).toContain("This link has ended");
    expect(ended).not.toContain("Lawyer");
    expect((await rawPost(mila.url, copied, { answer: "accept" })).status).toBe(409);
    expect((await open(inMessage, "")).text).toContain("Lawyer Tuesday");
  },
);

import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type FakeSmtp, startFakeSmtp } from "../../../fakes/smtp.ts";
import { addFamilyMember } from "../../../support/records/add-family-member.ts";
import { addTask } from "../../../support/records/add-task.ts";
import { confirmAddress } from "../../../support/people/confirm-address.ts";
import { signedInFamily } from "../../../support/people/signed-in-family.ts";
import { newFamily } from "../../../support/product/visitor.ts";
import { type MilaWithDatabase, startMilaWithDatabase } from "../signed-in.ts";

let smtp: FakeSmtp;
let mila: MilaWithDatabase;
let first: Awaited<ReturnType<typeof newFamily>>;

beforeAll(async () => {
  smtp = await startFakeSmtp();
  mila = await startMilaWithDatabase(smtp.settings);
  first = await newFamily(mila);
});

afterAll(async () => {
  await mila[Symbol.asyncDispose]();
  await smtp[Symbol.asyncDispose]();
});

const mailsTo = (address: string) =>
  smtp.mails().filter(({ recipients }) => recipients.includes(address));
const arrives = (address: string) =>
  vi.waitFor(() => expect(mailsTo(address)).toHaveLength(1), { timeout: 20_000, interval: 100 });

function listQueued(userId: string) {
  return mila.db
    .selectFrom("deliveries")
    .select("kind")
    .where("user_id", "=", userId)
    .where("kind", "in", ["welcome", "delegation_request"])
    .where("enqueued_at", "is not", null)
    .execute();
}

async function confirm(family: {
  email: string;
  post: (path: string) => Promise<Response>;
}): Promise<void> {
  await arrives(family.email);
  const path =
    /\/auth\/verify\?token=\S+/.exec(mailsTo(family.email)[0]?.email.text ?? "")?.[0] ?? "";
  expect((await family.post(path)).headers.get("location")).toBe("/dashboard");
}

test("an invitation waits as a draft until its sender's address is confirmed, and the page says so", async () => {
  const newcomer = await newFamily(mila);
  const invitee = `friend-of-${newcomer.email}`;
  const answer = await newcomer.post("/preferences/family/invite", { inviteeEmail: invitee });
  const page = await (await newcomer.follow(answer)).text();
  expect(page).toContain("Invitation saved");
  expect(page).toContain("Please confirm your email address.");
  expect(page).toContain("Draft: waits until you confirm your email address");
  // The first account's invitation overtakes it.
  await first.post("/preferences/family/invite", { inviteeEmail: "overtaking@example.com" });
  await arrives("overtaking@example.com");
  expect(mailsTo(invitee)).toEqual([]);

  await confirm(newcomer);
  await arrives(invitee);
  const after = await (await newcomer.get("/preferences/family/invite")).text();
  expect(after).not.toContain("Please confirm your email address.");
  expect(after).not.toContain("Draft:");
});

test("the page with drafts offers the confirmation link again", async () => {
  const newcomer = await newFamily(mila);
  await arrives(newcomer.email);
  const list = "/preferences/family/invite";
  expect(await (await newcomer.get(list)).text()).toContain("Send me the link again");
  const answer = await newcomer.post("/auth/verify", { redirectTo: list });
  expect(answer.headers.get("location")).toBe(list);
  await vi.waitFor(() => expect(mailsTo(newcomer.email)).toHaveLength(2), {
    timeout: 20_000,
    interval: 100,
  });
});

test("a draft is not offered to the invited account", async () => {
  const [newcomer, guest] = [await newFamily(mila), await signedInFamily(mila)];
  await confirmAddress(mila, guest.email);
  await newcomer.post("/preferences/family/invite", { inviteeEmail: guest.email });
  const dashboard = async () => (await guest.get("/dashboard")).text();
  expect(await dashboard()).not.toContain("/accept-invitation");
  await confirm(newcomer);
  expect(await dashboard()).toContain("/accept-invitation");
});

test("a welcome and a request wait until the asker's address is confirmed", async () => {
  const newcomer = await newFamily(mila);
  const email = `partner-of-${newcomer.email}`;
  const taskId = await addTask(newcomer, { title: "Call the vet" });
  await addFamilyMember(newcomer, { name: "Sam", relation: "spouse", email, phone: "" });
  const members = await (await newcomer.get("/preferences/family/members")).text();
  expect(members).toContain("Welcome email waits until you confirm your email address");
  const { id: familyMemberId, added_by: asker } = await mila.db
    .selectFrom("people")
    .select(["id", "added_by"])
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const answer = await newcomer.post(`/tasks/${taskId}/delegate`, {
    familyMemberId,
    method: "email",
    shown: "nothing",
  });
  const page = await (await newcomer.follow(answer)).text();
  expect(page).toContain("Request saved");
  expect(page).toContain("Please confirm your email address.");
  expect(page).toContain("Waiting until you confirm your email address");
  await first.post("/preferences/family/invite", { inviteeEmail: `overtaking-${email}` });
  await arrives(`overtaking-${email}`);
  expect(mailsTo(email)).toEqual([]);
  // Emails may overtake each other on their way, but all that was due with that one is queued by
  // now.
  expect(await listQueued(asker!)).toEqual([]);

  await confirm(newcomer);
  await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(2), {
    timeout: 20_000,
    interval: 100,
  });
});

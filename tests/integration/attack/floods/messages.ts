import {
  type Account,
  addMember,
  addTask,
  newAccount,
  newEmail,
  olderAccount,
} from "../account.ts";
import { countMails, countTexts } from "./outboxes.ts";
import type { Target } from "../target.ts";

const senders = 3;

/** From several accounts, because a limit by sender alone is none. */
async function fromSeveral(
  target: Target,
  tries: number,
  send: (account: Account, at: number) => Promise<unknown>,
) {
  const accounts = await Promise.all(Array.from({ length: senders }, () => olderAccount(target)));
  for (let at = 0; at < tries; at += 1) {
    await send(accounts[at % senders]!, at);
    // A newer message replaces one that waits.
    if (at % senders === senders - 1 || at === tries - 1) await target.settle();
  }
}

export async function invite(target: Target, tries: number): Promise<number> {
  const inviteeEmail = newEmail("stranger");
  await fromSeveral(target, tries, (account) =>
    account.post("/preferences/family/invite", { inviteeEmail }),
  );
  return countMails(target, (address) => address === inviteeEmail);
}

export async function welcome(target: Target, tries: number): Promise<number> {
  const email = newEmail("stranger");
  await fromSeveral(target, tries, async (account, at) => {
    const member = await addMember(account, { name: `Kim ${at}`, email });
    // Deleting somebody withdraws what was not sent yet.
    await target.settle();
    await account.post(`/preferences/family/members/${member}/delete`);
  });
  return countMails(target, (address) => address === email);
}

/** Returns what asks: adding a person and a task sends other messages first. */
export async function prepare(
  account: Account,
  method: "sms" | "email",
  person: Record<string, string>,
) {
  const familyMemberId = await addMember(account, {
    name: `Kim ${account.knownIds.size + 1}`,
    ...person,
  });
  const task = await addTask(account, { title: "Pick up Emma" });
  return () =>
    account.post(`/tasks/${task}/delegate`, { familyMemberId, method, shown: "nothing" });
}

/** The accounts are deleted once they have asked, so that nothing of them is left to count. */
async function fromMany(
  target: Target,
  tries: number,
  method: "sms" | "email",
  person: Record<string, string>,
) {
  for (let first = 0; first < tries; first += senders) {
    const accounts = [];
    for (let at = first; at < Math.min(tries, first + senders); at += 1) {
      const account = await olderAccount(target);
      accounts.push(account);
      await (
        await prepare(account, method, person)
      )();
    }
    await target.settle();
    for (const account of accounts)
      await account.post("/preferences/account/delete", { password: account.password });
  }
}

export async function textOne(target: Target, tries: number): Promise<number> {
  const phone = "2015550175";
  await fromMany(target, tries, "sms", { phone });
  return countTexts(target, (number) => number.endsWith(phone));
}

/** Requests and welcome mails together. */
export async function emailOne(target: Target, tries: number): Promise<number> {
  const email = newEmail("stranger");
  await fromMany(target, tries, "email", { email });
  return countMails(target, (address) => address === email);
}

/** Counts people. */
export async function askMany(target: Target, tries: number): Promise<number> {
  const account = await newAccount(target);
  const emails = Array.from({ length: tries }, () => newEmail("stranger"));
  for (const email of emails) await (await prepare(account, "email", { email }))();
  await target.settle();
  return emails.filter((email) => countMails(target, (address) => address === email) > 0).length;
}

export async function textMany(target: Target, tries: number): Promise<number> {
  const account = await olderAccount(target);
  const numbers = Array.from({ length: tries }, (_, at) => `20155502${String(10 + at)}`);
  const questions = [];
  for (const phone of numbers) questions.push(await prepare(account, "sms", { phone }));
  // Each waits until its text is sent.
  await Promise.all(questions.map((send) => send()));
  await target.settle();
  return countTexts(target, (number) => numbers.includes(number.replace("+1", "")));
}

import { type Account, addMember, addTask, newAccount, newEmail } from "../account.ts";
import { Client, newNetwork } from "../client.ts";
import type { Target } from "../target.ts";

const senders = 3;

/** From several accounts, because a limit by sender alone is none. */
async function fromSeveral(target: Target, tries: number, send: (account: Account, at: number) => Promise<unknown>) {
  const accounts = await Promise.all(Array.from({ length: senders }, () => newAccount(target)));
  for (let at = 0; at < tries; at += 1) {
    await send(accounts[at % senders]!, at);
    // A newer message replaces one that waits.
    if (at % senders === senders - 1 || at === tries - 1) await target.settle();
  }
}

const mailsTo = ({ smtp }: Target, isOne: (address: string) => boolean) =>
  smtp.mails().filter(({ recipients }) => recipients.some(isOne)).length;

const textsTo = ({ twilio }: Target, isOne: (number: string) => boolean) =>
  twilio.messages().filter(({ to, direction }) => direction !== "inbound" && isOne(to)).length;

export async function verifyAgain(target: Target, tries: number): Promise<number> {
  const account = await newAccount(target, { isVerified: false });
  for (let at = 0; at < tries; at += 1) await account.post("/auth/verify");
  await target.settle();
  return mailsTo(target, (address) => address === account.email);
}

export async function invite(target: Target, tries: number): Promise<number> {
  const inviteeEmail = newEmail("stranger");
  await fromSeveral(target, tries, (account) => account.post("/preferences/family/invite", { inviteeEmail }));
  return mailsTo(target, (address) => address === inviteeEmail);
}

export async function welcome(target: Target, tries: number): Promise<number> {
  const email = newEmail("stranger");
  await fromSeveral(target, tries, async (account, at) => {
    const member = await addMember(account, { name: `Kim ${at}`, email });
    // Deleting somebody withdraws what was not sent yet.
    await target.settle();
    await account.post(`/preferences/family/members/${member}/delete`);
  });
  return mailsTo(target, (address) => address === email);
}

async function prepare(account: Account, method: "sms" | "email", person: Record<string, string>) {
  const familyMemberId = await addMember(account, { name: "Kim", ...person });
  const task = await addTask(account, { title: "Pick up Emma" });
  return () => account.post(`/tasks/${task}/delegate`, { familyMemberId, method, shown: "nothing" });
}

const ask = async (...question: Parameters<typeof prepare>) => (await prepare(...question))();

export async function textMany(target: Target, tries: number): Promise<number> {
  const account = await newAccount(target);
  const numbers = Array.from({ length: tries }, (_, at) => `20155502${String(10 + at)}`);
  const questions = [];
  for (const phone of numbers) questions.push(await prepare(account, "sms", { phone }));
  // Each waits until its text is sent.
  await Promise.all(questions.map((send) => send()));
  await target.settle();
  return textsTo(target, (number) => numbers.includes(number.replace("+1", "")));
}

/** Requests only: the welcome has its own limit. */
export async function askOne(target: Target, tries: number): Promise<number> {
  const email = newEmail("stranger");
  await fromSeveral(target, tries, (account) => ask(account, "email", { email }));
  return target.smtp
    .mails()
    .filter(({ recipients, email: mail }) => recipients.includes(email) && mail.text?.includes("/delegations/")).length;
}

export async function askMany(target: Target, tries: number): Promise<number> {
  const account = await newAccount(target);
  const emails = new Set(Array.from({ length: tries }, () => newEmail("stranger")));
  for (const email of emails) await ask(account, "email", { email });
  await target.settle();
  const asked = target.smtp.mails().filter(({ email }) => email.text?.includes("/delegations/"));
  return new Set(asked.flatMap(({ recipients }) => recipients.filter((address) => emails.has(address)))).size;
}

/** Somebody else's number as one's own. Only its code may go there. */
export async function sendTests(target: Target, tries: number): Promise<number> {
  const account = await newAccount(target);
  const phoneNumber = "2015550177";
  for (let at = 0; at < tries; at += 1) {
    await account.post("/preferences/notifications", { phoneNumber, smsEnabled: "on", whatsappEnabled: "on" });
    for (const channel of ["sms", "whatsapp"]) await account.post("/preferences/notifications/test", { channel });
  }
  await target.settle();
  return textsTo(target, (number) => number.endsWith(phoneNumber));
}

export async function writeToMailbox(target: Target, tries: number): Promise<number> {
  const mailbox = newEmail("mailbox").replace("@example.com", "");
  for (let at = 0; at < tries; at += 1) {
    const client = new Client(target.url, target.judge);
    client.network = newNetwork();
    await client.post("/auth", { mode: "signup", email: `${mailbox}+${at}@example.com`, password: "correct horse 7" });
  }
  await target.settle();
  return mailsTo(target, (address) => address.startsWith(`${mailbox}+`));
}

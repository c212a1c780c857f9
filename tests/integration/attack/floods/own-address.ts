import { newAccount, olderAccount } from "../account.ts";
import { newNetwork } from "../client.ts";
import { countMails, countTexts } from "./outboxes.ts";
import type { Target } from "../target.ts";

export async function forgetPassword(target: Target, tries: number): Promise<number> {
  const account = await olderAccount(target);
  const before = countMails(target, (address) => address === account.email);
  for (let at = 0; at < tries; at += 1) {
    account.network = newNetwork();
    await account.post("/auth/forgot", { email: account.email });
    // A newer link replaces one that waits.
    await target.settle();
  }
  return countMails(target, (address) => address === account.email) - before;
}

/** Signing up sends the first. */
export async function verifyAgain(target: Target, tries: number): Promise<number> {
  const account = await newAccount(target, { isVerified: false });
  await target.settle();
  for (let at = 1; at < tries; at += 1) {
    await account.post("/auth/verify");
    await target.settle();
  }
  return countMails(target, (address) => address === account.email);
}

/** Saving the number sends the first. */
export async function newPhoneCodes(target: Target, tries: number): Promise<number> {
  const account = await olderAccount(target);
  const phoneNumber = "2015550176";
  await account.post("/preferences/notifications", { phoneNumber, smsEnabled: "on" });
  await target.settle();
  for (let at = 1; at < tries; at += 1)
    await account.post("/preferences/notifications/code/new", { channel: "sms" });
  await target.settle();
  return countTexts(target, (number) => number.endsWith(phoneNumber));
}

/** Somebody else's number as one's own. Only its code may go there. */
export async function sendTests(target: Target, tries: number): Promise<number> {
  const account = await olderAccount(target);
  const phoneNumber = "2015550177";
  for (let at = 0; at < tries; at += 1) {
    await account.post("/preferences/notifications", {
      phoneNumber,
      smsEnabled: "on",
      whatsappEnabled: "on",
    });
    for (const channel of ["sms", "whatsapp"])
      await account.post("/preferences/notifications/test", { channel });
    await target.settle();
  }
  return countTexts(target, (number) => number.endsWith(phoneNumber));
}

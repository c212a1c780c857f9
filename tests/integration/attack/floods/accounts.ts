import { newAccount, newEmail } from "../account.ts";
import { Client, newNetwork } from "../client.ts";
import type { Target } from "../target.ts";

/** Slower ones are as good as refused: the limit's first delay is a second. */
const atOnceMs = 900;

export async function slowGuesses(target: Target, tries: number): Promise<number> {
  const { email } = await newAccount(target, { isVerified: false });
  let fast = 0;
  for (let at = 0; at < tries; at += 1) {
    const startedAt = performance.now();
    await new Client(target.url, target.judge).post("/auth", { mode: "login", email, password: `wrong horse ${at}` });
    if (performance.now() - startedAt < atOnceMs) fast += 1;
  }
  return fast;
}

export async function forgetPassword(target: Target, tries: number): Promise<number> {
  const account = await newAccount(target);
  for (let at = 0; at < tries; at += 1) {
    account.network = newNetwork();
    await account.post("/auth/forgot", { email: account.email });
  }
  await target.settle();
  const mails = target.smtp.mails().filter(({ recipients }) => recipients.includes(account.email));
  return mails.filter(({ email }) => email.text?.includes("/auth/reset")).length;
}

export async function signUpFromOneNetwork(target: Target, tries: number): Promise<number> {
  const client = new Client(target.url, target.judge);
  let made = 0;
  for (let at = 0; at < tries; at += 1) {
    const form = { mode: "signup", email: newEmail("flood"), password: "correct horse 7" };
    if ((await client.post("/auth", form)).status === 303) made += 1;
  }
  return made;
}

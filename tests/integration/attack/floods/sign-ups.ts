import { newEmail } from "../account.ts";
import { Client } from "../client.ts";
import { countMails } from "./outboxes.ts";
import type { Target } from "../target.ts";

const signUp = (client: Client, email: string) =>
  client.post("/auth", { mode: "signup", email, password: "correct horse 7" });

export async function signUpFromOneNetwork({ url, judge }: Target, tries: number): Promise<number> {
  const client = new Client(url, judge);
  let made = 0;
  for (let at = 0; at < tries; at += 1)
    if ((await signUp(client, newEmail("flood"))).status === 303) made += 1;
  return made;
}

/** Each from its own network. */
export async function writeToMailbox(target: Target, tries: number): Promise<number> {
  const name = newEmail("mailbox").replace("@example.com", "");
  for (let at = 0; at < tries; at += 1)
    await signUp(new Client(target.url, target.judge), `${name}+${at}@example.com`);
  await target.settle();
  return countMails(target, (address) => address.startsWith(`${name}+`));
}

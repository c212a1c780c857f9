import { Client } from "../client.ts";
import type { Target } from "../target.ts";

const forged = `${"A".repeat(22)}.1.${"B".repeat(43)}`;

/** From one network, which is what these limits count by. */
async function guess({ url, judge }: Target, tries: number, path: string): Promise<number> {
  const client = new Client(url, judge);
  let read = 0;
  for (let at = 0; at < tries; at += 1) if ((await client.get(path)).status !== 429) read += 1;
  return read;
}

export function guessInvitations(target: Target, tries: number): Promise<number> {
  return guess(target, tries, `/accept-invitation?token=${forged}`);
}

export function guessRequestLinks(target: Target, tries: number): Promise<number> {
  return guess(target, tries, `/delegations/${forged}`);
}

export function guessFeedLinks(target: Target, tries: number): Promise<number> {
  return guess(target, tries, `/calendar/${forged}.ics`);
}

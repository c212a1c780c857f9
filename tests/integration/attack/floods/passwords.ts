import { olderAccount } from "../account.ts";
import { Client } from "../client.ts";
import type { Target } from "../target.ts";

/** Slower ones are as good as refused: the limit's first delay is a second. */
const atOnceMs = 900;

export async function slowGuesses(target: Target, tries: number): Promise<number> {
  const { email } = await olderAccount(target);
  let fast = 0;
  for (let at = 0; at < tries; at += 1) {
    const startedAt = performance.now();
    await new Client(target.url, target.judge).post("/auth", {
      mode: "login",
      email,
      password: `wrong horse ${at}`,
    });
    if (performance.now() - startedAt < atOnceMs) fast += 1;
  }
  return fast;
}

/** Of as many accounts, from one network. */
export async function guessPasswords({ url, judge }: Target, tries: number): Promise<number> {
  const client = new Client(url, judge);
  return countWrong(tries, (at) =>
    client.post("/auth", {
      mode: "login",
      email: `guessed-${at}@example.com`,
      password: "correct horse 8",
    }),
  );
}

/**
 * An open session must not help to guess its password: the delays and the network's limit still
 * apply.
 */
export async function confirmAgain(target: Target, tries: number): Promise<number> {
  const client = new Client(target.url, target.judge);
  const pages = ["/auth/confirm", "/preferences/account/password", "/preferences/account/delete"];
  return countWrong(tries, async (at) => {
    // The delays of one account would take minutes.
    const account = await olderAccount(target);
    account.network = client.network;
    const wrong = {
      password: "wrong horse 8",
      currentPassword: "wrong horse 8",
      newPassword: "another horse 9",
    };
    return account.post(pages[at % pages.length]!, wrong);
  });
}

async function countWrong(
  tries: number,
  guess: (at: number) => Promise<{ status: number }>,
): Promise<number> {
  let wrong = 0;
  for (let at = 0; at < tries; at += 1) if ((await guess(at)).status === 400) wrong += 1;
  return wrong;
}

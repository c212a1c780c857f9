import { newAccount, newEmail } from "../../account.ts";
import { Client } from "../../client.ts";
import { startHome } from "../../home.ts";
import { type Row, Trial } from "../../row.ts";
import { addFailures } from "../../../../support/records/limit-events.ts";

const usersOfAProxy = 5;
const maxFailures = 30;

/** A proxy that Mila is not told of: everybody comes from its address. */
export const lockedOutNetwork: Row = {
  name: "one stranger locks out everybody behind a proxy",
  run: async () => {
    await using home = await startHome();
    const trial = new Trial();
    const accounts = [];
    for (let at = 0; at < usersOfAProxy; at += 1) {
      await home.db.deleteFrom("limit_events").execute();
      accounts.push(await newAccount(home));
    }
    const [owner, ...others] = accounts;
    const stranger = new Client(home.url, home.judge);
    const guess = (email: string) => stranger.post("/auth", { email, password: "wrong horse 8" });
    for (let at = 0; at < maxFailures; at += 1) await guess(newEmail("guessed"));
    const statuses = [];
    for (const { email, password } of others)
      statuses.push(
        (await new Client(home.url, home.judge).post("/auth", { email, password })).status,
      );
    trial.refused(
      statuses.every((status) => status === 303),
      "others cannot sign in",
    );
    // Guessing one account thirty times would take minutes: it slows down.
    const email = newEmail("guessed");
    await addFailures(home.db, { email, ipAddress: `account ${email}` }, maxFailures);
    trial.refused((await guess(email)).status === 429, "one account is guessed without end");
    const { text } = await owner!.get("/preferences/instance");
    trial.works(text.includes("people used Mila from"), "the warning to Mila's owner");
    return { ...trial.outcome, through: [...trial.outcome.through, ...home.judge.found] };
  },
};

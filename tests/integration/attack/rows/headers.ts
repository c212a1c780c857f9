import { olderAccount } from "../account.ts";
import { Client, newNetwork } from "../client.ts";
import { hostileTexts } from "../hostile-values.ts";
import { type Row, Trial } from "../row.ts";

const names = [
  "user-agent",
  "accept-language",
  "referer",
  "cookie",
  "x-forwarded-host",
  "x-request-id",
  "range",
  "accept",
];

/** HTTP carries no others. */
const carried = hostileTexts.filter((text) => text.trim() && !/[^\x20-\x7e]/.test(text));

/** Devices and networks are shown to Mila's owner, names and addresses too. */
const ownersPages = [
  "/preferences/instance",
  "/preferences/instance/activity",
  "/preferences/instance/accounts",
];

export const hostileHeaders: Row = {
  name: "hostile headers",
  async run(target) {
    const trial = new Trial();
    const account = await olderAccount(target);
    for (const text of carried) {
      const headers = {
        ...Object.fromEntries(names.map((name) => [name, text])),
        "x-forwarded-for": `${text}, ${newNetwork()}`,
      };
      const stranger = new Client(target.url, target.judge);
      for (const path of ["/auth", "/dashboard", "/auth.data"]) {
        const { status } = await stranger.get(path, { ...headers, cookie: text });
        trial.refused(status < 500, `${path} answered ${status}`);
      }
      const form = { email: account.email, password: account.password };
      trial.works(
        (await stranger.post("/auth", form, headers)).status === 303,
        "signing in with such headers",
      );
    }
    const { owner } = target.victims;
    for (const page of ownersPages) {
      const answer = await owner.get(page);
      trial.works(answer.status === 200, `${page} for Mila's owner`);
      target.judge.readMarkup(`read by Mila's owner at ${page}`, answer);
    }
    const { text } = await account.get("/preferences/account/activity");
    trial.works(text.includes("Signed in"), "what the attacker did is in the audit log");
    return trial.outcome;
  },
};

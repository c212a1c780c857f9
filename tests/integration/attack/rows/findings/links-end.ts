import { confirmedLongAgo } from "../../../../support/records/long-ago.ts";
import { findOn, olderAccount, newEmail } from "../../account.ts";
import { Client } from "../../client.ts";
import { type Row, Trial } from "../../row.ts";

const feedPath = /\/calendar\/[\w.-]+\.ics/;

export const feedsOutlivePasswords: Row = {
  name: "a calendar feed after a new password",
  run: async (target) => {
    const trial = new Trial();
    const anybody = () => new Client(target.url, target.judge);
    for (const way of ["changed", "reset"]) {
      const account = await olderAccount(target);
      await account.post("/preferences/calendar/feed", { kids: "on" });
      const feed = await findOn(account, "/preferences/calendar", feedPath);
      const reads = async () => (await anybody().get(feed)).status === 200;
      trial.works(await reads(), "the feed before the new password");
      if (way === "changed") {
        const form = { currentPassword: account.password, newPassword: "another horse 8" };
        await account.post("/preferences/account/password", form);
      } else {
        await account.post("/auth/forgot", { email: account.email });
        await anybody().post(await target.linkTo(account.email, "/auth/reset"), {
          password: "another horse 8",
        });
      }
      trial.refused(!(await reads()), `the feed still works after the password was ${way}`);
    }
    return trial.outcome;
  },
};

export const sessionsOutliveAddresses: Row = {
  name: "another session after a new address",
  run: async (target) => {
    const trial = new Trial();
    const account = await olderAccount(target);
    const elsewhere = new Client(target.url, target.judge);
    await elsewhere.post("/auth", { email: account.email, password: account.password });
    const reads = async () => (await elsewhere.get("/dashboard")).status === 200;
    trial.works(await reads(), "the other session before");
    const email = newEmail("moved");
    await account.post("/preferences/account/email", { email, password: account.password });
    await account.post(await target.linkTo(email, "/auth/verify"));
    trial.refused(!(await reads()), "it still reads");
    trial.works((await account.get("/dashboard")).status === 200, "the session that changed it");
    return trial.outcome;
  },
};

/** A session that somebody found open. */
export const asksForNoPassword: Row = {
  name: "what needs the password again, without it",
  run: async (target) => {
    const trial = new Trial();
    const account = await olderAccount(target);
    await account.post("/preferences/calendar/feed", { kids: "on" });
    const changes: Record<string, () => Promise<boolean>> = {
      "a new feed link": async () => didIt(await account.post("/preferences/calendar/feed/renew")),
      "an invitation": async () =>
        didIt(
          await account.post("/preferences/family/invite", { inviteeEmail: newEmail("stranger") }),
        ),
      "a phone number": async () =>
        didIt(
          await account.post("/preferences/notifications", {
            phoneNumber: newNumber(),
            smsEnabled: "on",
          }),
        ),
      "an export": async () => (await account.get("/preferences/account/export")).status === 200,
    };
    await confirmedLongAgo(target.db, account.email);
    for (const [what, succeeds] of Object.entries(changes))
      trial.refused(!(await succeeds()), `${what} without it`);
    await account.post("/auth/confirm", { password: account.password });
    for (const [what, succeeds] of Object.entries(changes))
      trial.works(await succeeds(), `${what} with it`);
    return trial.outcome;
  },
};

const didIt = ({
  status,
  headers,
}: {
  status: number;
  headers: { location?: string | undefined };
}) => status === 303 && !String(headers.location).startsWith("/auth/confirm");

let numbers = 0;
const newNumber = () => `20155504${String(10 + (numbers += 1))}`;

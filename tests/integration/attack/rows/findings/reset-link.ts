import { findUserId } from "../../../../support/people/owner.ts";
import { newAccount } from "../../account.ts";
import { startHome } from "../../home.ts";
import { type Row, Trial } from "../../row.ts";

/** Without mail, only Mila's owner gets a link, and hosts that somebody asks for lead nowhere. */
export const resetLinksInLog: Row = {
  name: "a password link in the log, or for a host of the asker's",
  run: async () => {
    await using home = await startHome();
    const trial = new Trial();
    const [owner, member] = [await newAccount(home), await newAccount(home)];
    for (const host of ["evil.example", new URL(home.url).host]) {
      await member.post("/auth/forgot", { email: owner.email }, { host });
      await member.post("/auth/forgot", { email: member.email }, { host });
    }
    const resets = () => home.db.selectFrom("password_resets").select("id").execute();
    trial.refused((await resets()).length === 0, "a link without mail");
    const path = `/preferences/instance/accounts/${await findUserId(home, member.email)}/reset-link`;
    trial.refused(
      (await owner.post(path, {}, { host: "evil.example" })).status >= 400,
      "a link for a foreign host",
    );
    await owner.post(path);
    const { text } = await owner.get(path);
    trial.works(/\/auth\/reset\?token=[\w.-]+/.test(text), "the owner's link");
    trial.refused(!text.includes("evil.example"), "a link that leads to a foreign host");
    const log = await home.log();
    trial.refused(!/\/auth\/reset\?|token=/.test(log), "a link in the log");
    trial.works(log.includes("/auth/forgot"), "the requests are not in the log");
    return { ...trial.outcome, through: [...trial.outcome.through, ...home.judge.found] };
  },
};

import { newAccount, newEmail } from "../../account.ts";
import { countMails, countTexts } from "../../floods/outboxes.ts";
import { prepare } from "../../floods/messages.ts";
import { type Row, Trial } from "../../row.ts";

/** The first account is exempt, and the victims have it. */
export const unconfirmedSends: Row = {
  name: "invitations and requests from an address that nobody confirmed",
  run: async (target) => {
    const trial = new Trial();
    const account = await newAccount(target, { isVerified: false });
    const [invited, asked, phone] = [newEmail("stranger"), newEmail("stranger"), "2015550173"];
    await account.post("/preferences/family/invite", { inviteeEmail: invited });
    const askByMail = await prepare(account, "email", { email: asked });
    const askByText = await prepare(account, "sms", { phone });
    await askByText();
    await target.settle();
    const welcomes = countMails(target, (address) => address === asked);
    await askByMail();
    await target.settle();
    const sent = () => ({
      invitation: countMails(target, (address) => address === invited) > 0,
      request: countMails(target, (address) => address === asked) > welcomes,
      text: countTexts(target, (number) => number.endsWith(phone)) > 0,
    });
    for (const [message, isSent] of Object.entries(sent()))
      trial.refused(!isSent, `the ${message} was sent`);
    await account.post(await target.linkTo(account.email, "/auth/verify"));
    await target.settle();
    for (const [message, isSent] of Object.entries(sent()))
      trial.works(isSent, `the ${message} after confirming`);
    return trial.outcome;
  },
};

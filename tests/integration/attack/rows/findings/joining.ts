import { confirmAddress } from "../../../../support/people/confirm-address.ts";
import { type Account, findOn, newAccount, newEmail } from "../../account.ts";
import { Client } from "../../client.ts";
import { startHome, startInvitedOnly } from "../../home.ts";
import { type Row, Trial } from "../../row.ts";

/** Without mail, the inviter copies the link. */
async function inviteTo(owner: Account, email: string): Promise<{ link: string; token: string }> {
  await owner.post("/preferences/family/invite", { inviteeEmail: email });
  const link = await findOn(
    owner,
    "/preferences/family/invite",
    /\/accept-invitation\?token=[\w.-]+/,
  );
  await owner.post("/sign-out");
  await owner.post("/auth", { email: owner.email, password: owner.password });
  return { link, token: new URLSearchParams(link.split("?")[1]).get("token") ?? "" };
}

const joins = async (account: Account, token: string) =>
  (await account.post("/accept-invitation", { token })).headers.location === "/family";

/** Every place where an invitation was offered or shown. */
async function seesInvitation(account: Account, owner: Account): Promise<boolean> {
  const pages = [
    "/dashboard",
    "/accept-invitation",
    "/preferences/family/members",
    "/preferences/family/invite",
  ];
  const texts = [];
  for (const page of pages) texts.push((await account.get(page)).text);
  return texts.some(
    (text) => text.includes(owner.email) || /accept-invitation\?token=./.test(text),
  );
}

export const joinsWithoutLink: Row = {
  name: "joining without the link",
  run: async () => {
    await using home = await startHome();
    const trial = new Trial();
    const owner = await newAccount(home);
    const stranger = await newAccount(home, { email: newEmail("invited") });
    const other = newEmail("invited");
    const renamed = await newAccount(home);
    const first = await inviteTo(owner, stranger.email);
    await inviteTo(owner, other);
    await renamed.post("/preferences/account/email", { email: other, password: renamed.password });
    trial.refused(
      !(await seesInvitation(stranger, owner)),
      "who signs up with an invited address sees the invitation",
    );
    trial.refused(
      !(await seesInvitation(renamed, owner)),
      "who changes to an invited address sees the invitation",
    );
    trial.refused(
      !(await joins(renamed, first.token)),
      "the link of another address lets somebody in",
    );
    trial.refused(
      !(await joins(stranger, `${first.token.slice(0, -1)}x`)),
      "a wrong link lets somebody in",
    );
    await confirmAddress(home, stranger.email);
    trial.works(await seesInvitation(stranger, owner), "the invitation of a confirmed address");
    trial.works(await joins(stranger, first.token), "joining with the link");
    const { tried, through } = trial.outcome;
    return { tried, through: [...through, ...home.judge.found] };
  },
};

export const signsUpAsInvited: Row = {
  name: "signing up as somebody invited, without the link",
  run: async () => {
    await using closed = await startInvitedOnly();
    const trial = new Trial();
    const [owner, email] = [await newAccount(closed), newEmail("invited")];
    const { link } = await inviteTo(owner, email);
    const signUp = async (address: string, redirectTo: string) => {
      const form = { mode: "signup", email: address, password: "correct horse 7", redirectTo };
      return (await new Client(closed.url, closed.judge).post("/auth", form)).status === 303;
    };
    trial.refused(!(await signUp(newEmail(), "")), "an account for anybody");
    trial.refused(!(await signUp(email, "")), "an account for whoever knows the invited address");
    trial.refused(!(await signUp(email, `${link}x`)), "an account with a wrong link");
    trial.refused(
      !(await signUp(newEmail(), link)),
      "an account for another address than the link's",
    );
    trial.works(await signUp(email, link), "signing up with the link");
    const { tried, through } = trial.outcome;
    return { tried, through: [...through, ...closed.judge.found] };
  },
};

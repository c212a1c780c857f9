import {
  type Account,
  addMember,
  addTask,
  findIds,
  findOn,
  newAccount,
  olderAccount,
} from "../../account.ts";
import { Client } from "../../client.ts";
import { type Row, Trial } from "../../row.ts";
import type { Target } from "../../target.ts";
import { moveAccount } from "../../../../support/records/people.ts";

/**
 * Somebody registers another's address, lets a friend in, and keeps what reads without signing in.
 */
export const recoveredAccount: Row = {
  name: "an account that the owner of its address got back",
  run: async (target) => {
    const trial = new Trial();
    const squatter = await newAccount(target, { isVerified: false });
    const [friend, task] = [await olderAccount(target), await addTask(squatter, { title: "Vet" })];
    await letIn(target, friend, squatter);
    const member = await addMember(squatter, { name: "Kim" });
    await squatter.post(`/tasks/${task}/delegate`, {
      familyMemberId: member,
      method: "link",
      shown: "nothing",
    });
    const request = await findOn(squatter, `/tasks/${task}/delegate`, /\/delegations\/[\w.-]+/);
    await squatter.post("/preferences/calendar/feed", { household: "on" });
    const feed = await findOn(squatter, "/preferences/calendar", /\/calendar\/[\w.-]+\.ics/);
    const ways: Record<string, () => Promise<boolean>> = {
      "the friend's session": async () => (await friend.get(`/tasks/${task}`)).status === 200,
      "the squatter's session": async () => (await squatter.get(`/tasks/${task}`)).status === 200,
      "the copied request": async () => (await anybody(target).get(request)).text.includes("Vet"),
      "the calendar feed": async () => (await anybody(target).get(feed)).status === 200,
      "the old password": () => signsIn(target, squatter.email, squatter.password),
    };
    for (const [way, reads] of Object.entries(ways))
      trial.works(await reads(), `${way} before the recovery`);
    await anybody(target).post("/auth/forgot", { email: squatter.email });
    const link = await target.linkTo(squatter.email, "/auth/reset");
    await anybody(target).post(link, { password: "another horse 8" });
    trial.works(
      await signsIn(target, squatter.email, "another horse 8"),
      "signing in with the new password",
    );
    for (const [way, reads] of Object.entries(ways))
      trial.refused(!(await reads()), `${way} still reads`);
    return trial.outcome;
  },
};

/** As it was possible before Mila had mail. */
async function letIn({ db }: Target, friend: Account, into: Account): Promise<void> {
  const [{ userId }, { householdId }] = [
    await findIds({ db }, friend),
    await findIds({ db }, into),
  ];
  await moveAccount(db, userId, householdId);
}

const anybody = ({ url, judge }: Target) => new Client(url, judge);

const signsIn = async (target: Target, email: string, password: string) =>
  (await anybody(target).post("/auth", { email, password })).status === 303;

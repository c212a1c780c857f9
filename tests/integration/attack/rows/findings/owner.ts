import { findUserId } from "../../../../support/people/owner.ts";
import { newAccount } from "../../account.ts";
import { startHome } from "../../home.ts";
import { type Row, Trial } from "../../row.ts";

export const ownersRights: Row = {
  name: "the owner's rights, without being given them",
  run: async () => {
    await using home = await startHome();
    const trial = new Trial();
    const [owner, second] = [await newAccount(home), await newAccount(home)];
    const page = "/preferences/instance";
    const [ownersId, secondsId] = [
      await findUserId(home, owner.email),
      await findUserId(home, second.email),
    ];
    const opens = async (account: typeof owner) => (await account.get(page)).status === 200;
    trial.works(await opens(owner), "the owner's page for the owner");
    for (const path of ["", "/accounts", "/activity", `/accounts/${ownersId}/reset-link`])
      trial.refused(
        (await second.get(page + path)).status === 404,
        `${path || "the page"} opens for another`,
      );
    for (const change of ["make-owner", "reset-link", "end-sessions", "delete"])
      for (const id of [ownersId, secondsId]) {
        const { status } = await second.post(`${page}/accounts/${id}/${change}`);
        trial.refused(status === 404, `another may ${change}`);
      }
    trial.works(await opens(owner), "the owner's page after the attack");
    await owner.post("/preferences/account/delete", {
      password: owner.password,
      leaveNoOwner: "on",
    });
    trial.refused(!(await opens(second)), "the next account has them when the owner's is deleted");
    const third = await newAccount(home);
    trial.refused(!(await opens(third)), "the next to sign up has them");
    return { ...trial.outcome, through: [...trial.outcome.through, ...home.judge.found] };
  },
};

import { codesTo } from "../../../../support/people/confirm-number.ts";
import { type Account, olderAccount } from "../../account.ts";
import { type Row, Trial } from "../../row.ts";
import type { Target } from "../../target.ts";

const maxTries = 5;

async function newCode(target: Target, account: Account, phone: string): Promise<string> {
  await account.post("/preferences/notifications", { phoneNumber: phone, smsEnabled: "on" });
  await target.settle();
  return codesTo(target.twilio, `+1${phone}`).at(-1) ?? "";
}

async function confirmAfter(wrong: number, account: Account, code: string): Promise<boolean> {
  const other = code === "000000" ? "000001" : "000000";
  for (let at = 0; at < wrong; at += 1)
    await account.post("/preferences/notifications/code", { code: other });
  return (await account.post("/preferences/notifications/code", { code })).status === 303;
}

export const guessedPhoneCodes: Row = {
  name: "a phone's code, guessed",
  run: async (target) => {
    const trial = new Trial();
    const [guesser, another] = [await olderAccount(target), await olderAccount(target)];
    const [code, unguessed] = [
      await newCode(target, guesser, "2015550171"),
      await newCode(target, another, "2015550172"),
    ];
    trial.refused(
      !(await confirmAfter(maxTries, guesser, code)),
      "the code still works after five wrong ones",
    );
    trial.refused(
      !(await confirmAfter(0, another, code)),
      "the code of another account and number",
    );
    trial.works(
      await confirmAfter(1, another, unguessed),
      "typing in the code after two wrong ones",
    );
    return trial.outcome;
  },
};

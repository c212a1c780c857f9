import { runs } from "../../../support/runner/depth.ts";
import {
  type Account,
  addMember,
  addTask,
  findOn,
  newAccount,
  newEmail,
  olderAccount,
} from "../account.ts";
import { Client } from "../client.ts";
import { isBusy } from "../judge.ts";
import type { RawAnswer } from "../../../support/product/raw-request.ts";
import type { Row } from "../row.ts";
import type { Target } from "../target.ts";

const atOnce = 10;

type Race = (target: Target) => Promise<string[]>;

/** Each sends the same thing ten times at once, where once is right. */
const races: Record<string, Race> = {
  async "one invitation, two accounts"(target) {
    const [owner, email] = [await olderAccount(target), newEmail("invited")];
    await owner.post("/preferences/family/invite", { inviteeEmail: email });
    const token = tokenIn(await target.linkTo(email, "/accept-invitation"));
    const joining = await newAccount(target, { email });
    const stranger = await olderAccount(target);
    const answers = await together((at) =>
      (at % 2 ? joining : stranger).post("/accept-invitation", { token }),
    );
    const joined = answers.filter(({ headers }) => headers.location === "/family").length;
    const members = await countMembers(target, owner);
    return members === 2 && joined > 0 ? [] : [`${members} members after ${joined} acceptances`];
  },

  async "one password link"(target) {
    const account = await newAccount(target);
    await account.post("/auth/forgot", { email: account.email });
    const link = await target.linkTo(account.email, "/auth/reset");
    const answers = await together((at) =>
      newClient(target).post(link, { password: `another horse ${at}` }),
    );
    const used = answers.filter(
      ({ status, headers }) => status === 303 && headers.location !== link,
    ).length;
    const works = await together((at) =>
      newClient(target).post("/auth", { email: account.email, password: `another horse ${at}` }),
    );
    const passwords = works.filter(({ status }) => status === 303).length;
    return passwords === 1 && used <= atOnce
      ? []
      : [`${passwords} of ${atOnce} new passwords work`];
  },

  async "one request, sent ten times"(target) {
    const account = await olderAccount(target);
    const form = { text: "Buy milk tomorrow at 3", requestId: crypto.randomUUID() };
    await together(() => account.post("/dashboard", form));
    const user = target.db.selectFrom("users").select("id").where("email", "=", account.email);
    const tasks = await target.db
      .selectFrom("tasks")
      .select("id")
      .where("user_id", "in", user)
      .execute();
    return tasks.length === 1 ? [] : [`${tasks.length} tasks`];
  },

  async "one address signs up"(target) {
    const email = newEmail("racing");
    await together(() =>
      newClient(target).post("/auth", { mode: "signup", email, password: "correct horse 7" }),
    );
    const users = await target.db
      .selectFrom("users")
      .select("id")
      .where("email", "=", email)
      .execute();
    return users.length === 1 ? [] : [`${users.length} accounts`];
  },

  async "yes and no to one request"(target) {
    const account = await olderAccount(target);
    const [task, member] = [
      await addTask(account, { title: "Pick up" }),
      await addMember(account, { name: "Kim" }),
    ];
    await account.post(`/tasks/${task}/delegate`, {
      familyMemberId: member,
      method: "link",
      shown: "nothing",
    });
    const link = await findOn(account, `/tasks/${task}/delegate`, /\/delegations\/[\w.-]+/);
    await together((at) => newClient(target).post(link, { answer: at % 2 ? "accept" : "decline" }));
    const rows = await target.db
      .selectFrom("delegations")
      .select("id")
      .where("task_id", "=", task)
      .execute();
    return rows.length === 1 ? [] : [`${rows.length} requests after one`];
  },

  async "the fourth invitation among ten"(target) {
    const email = newEmail("flooded");
    const senders = await together(() => olderAccount(target));
    await together((at) =>
      senders[at]!.post("/preferences/family/invite", { inviteeEmail: email }),
    );
    await target.settle();
    const mails = target.smtp.mails().filter(({ recipients }) => recipients.includes(email)).length;
    return mails === 3 ? [] : [`${mails} mails to one stranger, and 3 may`];
  },

  async "handing over and leaving"(target) {
    const [owner, email] = [await olderAccount(target), newEmail("second")];
    await owner.post("/preferences/family/invite", { inviteeEmail: email });
    const token = tokenIn(await target.linkTo(email, "/accept-invitation"));
    const second = await newAccount(target, { email });
    await second.post("/accept-invitation", { token });
    const { text } = await owner.get("/preferences/family/members");
    const paths = [
      ...new Set(text.match(/\/preferences\/family\/household\/[\w-]+\/(hand-over|remove|leave)/g)),
    ];
    await together((at) =>
      (at % 2 ? owner : second).post(paths[at % Math.max(1, paths.length)] ?? "/sign-out"),
    );
    const households = await target.db
      .selectFrom("household_members")
      .select("household_id")
      .select(({ fn, eb }) =>
        fn.sum<number>(eb.case().when("role", "=", "owner").then(1).else(0).end()).as("owners"),
      )
      .where("household_id", "in", await householdsOf(target, [owner, second]))
      .groupBy("household_id")
      .execute();
    return households.every(({ owners }) => owners === 1)
      ? []
      : ["a household without exactly one owner"];
  },

  async "guesses beyond the limit, all at once"(target) {
    const [client, token] = [newClient(target), "A".repeat(22)];
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => client.get(`/delegations/${token}.1.${"B".repeat(43)}`)),
    );
    const read = answers.filter(({ status }) => status !== 429).length;
    return read === 30 ? [] : [`${read} guesses read, and 30 may`];
  },

  async "sign-ups beyond the limit, all at once"(target) {
    const client = newClient(target);
    const signUp = async (): Promise<RawAnswer> => {
      const form = { mode: "signup", email: newEmail("racing"), password: "correct horse 7" };
      const answer = await client.post("/auth", form);
      return isBusy(answer) ? signUp() : answer;
    };
    const made = (await together(signUp)).filter(({ status }) => status === 303).length;
    return made === 5 ? [] : [`${made} sign-ups, and 5 may`];
  },
};

export const parallelRaces: Row = {
  name: "parallel races",
  async run(target) {
    const through: string[] = [];
    const rounds = runs({ full: 10, part: 1 });
    for (let round = 0; round < rounds; round += 1) {
      await target.forgetCounts();
      const found = await Promise.all(
        Object.entries(races).map(async ([name, race]) =>
          (await race(target)).map((problem) => `${name}: ${problem}`),
        ),
      );
      through.push(...found.flat());
    }
    return { tried: rounds * Object.keys(races).length, through, note: `${atOnce} requests each` };
  },
};

function together<Answer>(send: (at: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: atOnce }, (_, at) => send(at)));
}

const newClient = ({ url, judge }: Target) => new Client(url, judge);

async function countMembers({ db }: Target, { email }: Account): Promise<number> {
  const user = db.selectFrom("users").select("id").where("email", "=", email);
  const household = db
    .selectFrom("household_members")
    .select("household_id")
    .where("user_id", "in", user);
  return (
    await db
      .selectFrom("household_members")
      .select("id")
      .where("household_id", "in", household)
      .execute()
  ).length;
}

async function householdsOf({ db }: Target, accounts: Account[]): Promise<string[]> {
  const emails = accounts.map(({ email }) => email);
  const users = db.selectFrom("users").select("id").where("email", "in", emails);
  const rows = await db
    .selectFrom("household_members")
    .select("household_id")
    .where("user_id", "in", users)
    .execute();
  return rows.map(({ household_id }) => household_id);
}

const tokenIn = (link: string) => new URLSearchParams(link.split("?")[1]).get("token") ?? "";

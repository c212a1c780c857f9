import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { dump } from "../security/households/dump.ts";
import { type Account, addMember, addTask, findIds, findOn, newAccount } from "./account.ts";
import type { Target } from "./target.ts";

export interface Victims {
  owner: Account;
  userId: string;
  /** Paths and ids that an attacker may have seen over a shoulder. */
  ids: string[];
  /** Their rows that differ now from how they left them. */
  harm: () => Promise<string[]>;
}

/** A household of two with everything that a household can have, made through forms. */
export async function newVictims(site: Omit<Target, "victims">): Promise<Victims> {
  // The oldest account, which sets Mila up.
  const owner = await newAccount(site, { email: "quetzal-nora@example.com" });
  const created_at = earlierBy(nowIso(), { hours: 48 });
  await site.db.updateTable("users").set({ created_at }).where("email", "=", owner.email).execute();
  const name = {
    firstName: "Quetzal",
    lastName: "Nora",
    role: "mom",
    timeZone: "America/New_York",
  };
  await owner.post("/preferences/profile", name);
  await owner.post("/preferences/family/invite", { inviteeEmail: "quetzal-sam@example.com" });
  const invitation = await site.linkTo("quetzal-sam@example.com", "/accept-invitation");
  const sam = await newAccount(site, { email: "quetzal-sam@example.com" });
  await sam.post("/accept-invitation", { token: tokenIn(invitation) });
  const emma = await addMember(owner, {
    name: "Quetzal Emma",
    email: "quetzal-emma@example.com",
    phone: "2015550198",
  });
  const due = { dueDate: "2099-06-10T15:00", description: "quetzal description" };
  const tasks = [];
  for (const category of ["Kids", "Household", "Elders"])
    tasks.push(await addTask(owner, { title: `Quetzal ${category}`, category, ...due }));
  const [task = ""] = tasks;
  await owner.post(`/tasks/${task}/delegate`, {
    familyMemberId: emma,
    method: "link",
    shown: "nothing",
  });
  const delegation = await findOn(owner, `/tasks/${task}/delegate`, /\/delegations\/[\w.-]+/);
  await owner.post("/preferences/calendar/feed", { kids: "on" });
  const feed = await findOn(owner, "/preferences/calendar", /\/calendar\/[\w.-]+(?=\.ics)/);
  await owner.post(`/tasks/${task}/reminders`, { minutesBefore: "2", unit: "hours" });
  for (const link of [invitation, delegation, feed]) site.judge.secrets.add(tokenIn(link));
  await site.settle();
  return remember(site, owner);
}

async function remember({ db }: Omit<Target, "victims">, owner: Account): Promise<Victims> {
  const { userId, householdId } = await findIds({ db }, owner);
  const own = (await dump(db)).filter(
    (line) => line.includes(userId) || line.includes(householdId),
  );
  const ids = new Set(own.flatMap((line) => line.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []));
  const theirs = async () => (await dump(db)).filter((line) => namesOne(line, ids));
  const before = await theirs();
  return {
    owner,
    userId,
    ids: [...ids],
    async harm() {
      const after = await theirs();
      const [was, is] = [new Set(before), new Set(after)];
      const gone = before
        .filter((line) => !is.has(line))
        .map((line) => `gone from the victims' data: ${line}`);
      const come = after
        .filter((line) => !was.has(line))
        .map((line) => `new in the victims' data: ${line}`);
      return [...gone, ...come].map((line) => line.slice(0, 200));
    },
  };
}

/** An attacker may type an id as a text, which makes no row the victims'. */
function namesOne(line: string, ids: Set<string>): boolean {
  const row = JSON.parse(line.slice(line.indexOf(" "))) as Record<string, unknown>;
  const isReference = (column: string) =>
    /^id$|_id$|_by$|_to$/.test(column) && column !== "request_id";
  return Object.entries(row).some(
    ([column, value]) => isReference(column) && ids.has(String(value)),
  );
}

const tokenIn = (link: string) => /(?:token=|\/)([\w.-]+)$/.exec(link)?.[1] ?? link;

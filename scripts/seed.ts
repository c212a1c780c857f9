// npm run seed: adds a demo family with 200 tasks.
import { prepareDatabase, prepareFolder } from "./start/data.ts";
import { loadSettings } from "./start/settings/load-settings.ts";

const person = { email: "demo@example.com", password: "family demo", timeZone: "America/New_York" };

const env = await loadSettings();
prepareFolder(env.DATA_DIR);
await prepareDatabase(env);
const { signUp } = await import("#app/domain/lifecycle/sign-up.server.ts");
const { getMembership } = await import("#app/domain/people/household/membership.server.ts");
const { database } = await import("#db/connection.server.ts");
const { readSecrets } = await import("#app/config/secrets.server.ts");
const { seedFamily } = await import("#db/seed.ts");

const { wallClockAt } = await import("#app/domain/core/time.ts");

const db = database();
const zone = {
  name: person.timeZone,
  wallClockAt: (instant: string) => wallClockAt(instant, person.timeZone).toString(),
};
const newcomer = { ...person, ipAddress: "127.0.0.1", invitationToken: null };
const account = await signUp(db, newcomer, {
  canSendEmail: false,
  signUpPolicy: "open",
  linkKey: readSecrets().link,
});
if ("refused" in account) {
  console.log(
    `The demo family already exists. Log in as ${person.email} with the password "${person.password}".`,
  );
} else {
  await seedFamily(db, await getMembership(db, account.userId), 200, zone);
  console.log(
    `Created a demo family with 200 tasks. Log in as ${person.email} with the password "${person.password}".`,
  );
}
await db.destroy();

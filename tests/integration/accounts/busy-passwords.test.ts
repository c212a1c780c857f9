import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hashPassword, passwordMatches } from "#app/domain/accounts/credentials/password.server.ts";
import { action as signIn } from "#app/routes/auth/sign-in.tsx";
import { action as changePassword } from "#app/routes/preferences/account/password.tsx";
import { newDatabase, type TestDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { routeArgs } from "../../support/text/route.ts";
import { someRequester } from "../../support/people/some-requester.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

const password = "correct horse 7";
const slowHash = `$argon2id$v=19$m=65536,t=3,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** Answers `ask` while another's password takes longer than it would wait. */
async function answerWhileBusy<T>(ask: () => Promise<T>): Promise<T> {
  const answered = new AbortController();
  // Another follows at once, however long `ask` takes to come to its password.
  const keepBusy = async () => {
    while (!answered.signal.aborted)
      expect(await passwordMatches("milk", slowHash, someRequester)).toBe(false);
  };
  const other = keepBusy();
  const answer = ask();
  while (vi.getTimerCount() === 0) await setImmediate();
  vi.advanceTimersByTime(2_999);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1);
  await answer;
  answered.abort();
  await other;
  return answer;
}

async function newPerson(own: TestDatabase) {
  const family = await newFamily(own.db);
  const password_hash = await hashPassword(password, someRequester);
  await own.db
    .updateTable("users")
    .set({ password_hash })
    .where("id", "=", family.userId)
    .execute();
  return { ...family, email: `${family.userId}@example.com` };
}

test.skipIf(skippedOnPostgres.turns)(
  "who would wait more than 3 s to sign in hears that Mila is busy, and keeps what was typed",
  async () => {
    await using own = newDatabase();
    const { email } = await newPerson(own);
    for (const mode of ["login", "signup"]) {
      const typed = mode === "login" ? email : "new@example.com";
      const args = await routeArgs(own.db, {
        path: "/auth",
        fields: { mode, email: typed, password },
      });
      const answer = await answerWhileBusy(() => signIn(args));
      expect(answer).toMatchObject({
        init: { status: 503 },
        data: { mode, toast: { message: expect.stringContaining("Busy, one moment") } },
      });
      expect(JSON.stringify(answer)).toContain(typed);
      expect(JSON.stringify(answer)).not.toContain(password);
    }
    expect(await own.db.selectFrom("limit_events").selectAll().execute()).toEqual([]);
    expect(await own.db.selectFrom("users").select("email").execute()).toEqual([{ email }]);
  },
);

test.skipIf(skippedOnPostgres.turns)("a signed-in person hears it beside the field", async () => {
  await using own = newDatabase();
  const { userId } = await newPerson(own);
  const changed = { currentPassword: password, newPassword: "correct horse 8" };
  const args = await routeArgs(own.db, {
    path: "/preferences/account/password",
    userId,
    fields: changed,
  });
  // Otherwise its place would rest, and a timer with it.
  args.context.onRendered = () => undefined;
  const answer = await answerWhileBusy(() => changePassword(args));
  expect(answer).toMatchObject({ init: { status: 503 } });
  expect(answer).toHaveProperty("data.error.currentPassword", [
    expect.stringContaining("Busy, one moment"),
  ]);
});

import type { Kysely } from "kysely";
import { countEvents } from "#app/domain/core/rate-limits/allow.server.ts";
import { limitOf } from "#app/domain/core/rate-limits/rules.server.ts";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { listHouseholdSizes } from "#app/domain/people/large-households.server.ts";
import { channelFacts } from "#app/channels.ts";
import { problem } from "#app/domain/instance/check.ts";
import { shareInWords } from "#app/domain/instance/messages/owner-notice-text.ts";
import {
  listLimitedUsers,
  listOftenNotified,
} from "#app/domain/outbox/views/limited-users.server.ts";
import { countRunningSeries } from "#app/domain/series/changing/room.server.ts";
import { countOpenTasks } from "#app/domain/tasks/adding/room.server.ts";
import { householdShares, limitSettings } from "#app/services/shares.server.ts";
import type { Database, ReachedShare } from "#db/schema.ts";

/** Names households that have used four fifths of a share. */
const named = 0.8;
export const maxNamed = 10;

interface Named {
  userId: string;
  words: string;
}

/** Counts the requests of a household that Mila refused in the last day. */
export interface Refusals {
  householdId: string;
  what: "page" | "feed" | "change";
  count: number;
}

/** Tells Mila's owner which households have reached a share, or are about to. */
export async function findShareChecks(
  db: Kysely<Database>,
  refusals: readonly Refusals[],
  now: string,
) {
  const large = (await listLargeHouseholds(db)).slice(0, maxNamed).map((share) => ({
    userId: share.ownerId,
    words: `has ${shareInWords(share)}.`,
  }));
  const limited = (await listLimitedUsers(db, now))
    .slice(0, maxNamed)
    .map(({ userId, channel, refused }) => ({
      userId,
      words: `got as many messages by ${channelFacts[channel].nameInSentence} today as one person can; ${inWords(refused)} more weren't sent that way.`,
    }));
  const answersADay = limitOf("answers_to_request", limitSettings);
  const about = { kind: "delegation_answer", most: answersADay } as const;
  const answered = (await listOftenNotified(db, about, now))
    .slice(0, maxNamed)
    .map(({ userId, things }) => ({
      userId,
      words: `got ${inWords(answersADay)} answers to ${things === 1 ? "a request" : `${inWords(things)} requests`} today; Mila takes no more of those.`,
    }));
  const all: Named[] = [...large, ...limited, ...answered, ...(await nameRefused(db, refusals))];
  const [signUps = 0] = await countEvents(db, [["sign_ups_of_strangers", ""]], now);
  const signUpsAnHour = limitOf("sign_ups_of_strangers", limitSettings);
  if (all.length === 0 && signUps < signUpsAnHour) return [];
  const people = await findPeople(
    db,
    all.map(({ userId }) => userId),
  );
  const lines = all.map(({ userId, words }) => `${people.get(userId)?.email} ${words}`);
  if (signUps >= signUpsAnHour)
    lines.push(`${inWords(signUps)} people signed up within an hour, so strangers have to wait.`);
  if (large.length > 0)
    lines.push("A household that reaches a share can't add more. All else goes on.");
  return [problem("Shares", lines.join("\n"))];
}

async function nameRefused(db: Kysely<Database>, refusals: readonly Refusals[]): Promise<Named[]> {
  if (refusals.length === 0) return [];
  const owners = new Map((await listHouseholdSizes(db)).map(({ id, ownerId }) => [id, ownerId]));
  return refusals
    .toSorted((one, other) => other.count - one.count)
    .slice(0, maxNamed)
    .flatMap(({ householdId, what, count }) => {
      const userId = owners.get(householdId);
      return userId === undefined
        ? []
        : { userId, words: wordsFor[what](count === 1 ? "once" : `${inWords(count)} times`) };
    });
}

const wordsFor: Record<Refusals["what"], (often: string) => string> = {
  page: (often) =>
    `opened too many pages at once in their household; Mila asked to wait ${often} today.`,
  change: (often) =>
    `changed as much as one account can in a day; Mila refused more ${often} today.`,
  feed: (often) => `has calendars that read a feed too often; Mila asked to wait ${often} today.`,
};

/** Lists shares that are four fifths used or more, the largest first. */
export async function listLargeHouseholds(db: Kysely<Database>): Promise<ReachedShare[]> {
  const households = await listHouseholdSizes(db);
  const ids = households.map(({ id }) => id);
  const [open, repeating] = [await countOpenTasks(db, ids), await countRunningSeries(db, ids)];
  return households
    .flatMap(({ id: householdId, ownerId, wordsBytes, people }) =>
      [
        { used: open.get(householdId) ?? 0, most: householdShares.openTasks, what: "open tasks" },
        {
          used: repeating.get(householdId) ?? 0,
          most: householdShares.series,
          what: "repeating tasks",
        },
        { used: people, most: householdShares.people, what: "people" },
        {
          used: wordsBytes / 1_000_000,
          most: householdShares.wordsBytes / 1_000_000,
          what: "MB of words",
        },
      ].map((share) => ({ householdId, ownerId, ...share })),
    )
    .filter(({ used, most }) => used / most >= named)
    .toSorted((one, other) => other.used / other.most - one.used / one.most);
}

const inWords = (count: number) => Math.floor(count).toLocaleString("en-US");

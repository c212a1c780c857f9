import type { Kysely } from "kysely";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { findMessagesAbout } from "#app/domain/outbox/views/about-subject.server.ts";
import type { SentencePart } from "#app/domain/outbox/rendering/fit-text.ts";
import type { OpenRequest } from "#app/domain/delegation/requests/open-requests.server.ts";
import type { HouseholdPerson } from "#app/domain/people/people.server.ts";
import { findPendingReminders } from "#app/domain/reminders/lists/pending-reminders.server.ts";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";

/** Sentences about a task that has another person now. */
export interface Given {
  /** "Sam has it now", without a full stop. */
  holds: SentencePart[];
  /** "Ben hears of it. Sam will be reminded." Empty if there is nothing to say. */
  told: SentencePart[];
}

interface Holder {
  task: Task;
  /** The person who has it now; null if anyone can do it. */
  person: HouseholdPerson | null;
  /** The request that was open before. */
  request: OpenRequest | undefined;
}

export async function describeGiven(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  given: Holder,
): Promise<Given> {
  const { person } = given;
  const isOwn = person?.userId === viewer.userId;
  const sentences = [
    await describeAsked(db, viewer, given),
    isOwn || !person ? null : await describeHolder(db, { ...given, person }),
  ].filter((sentence) => sentence !== null);
  return {
    holds: holdsNow(person, isOwn),
    told: sentences.flatMap((words, index) => (index > 0 ? [" ", ...words] : words)),
  };
}

function holdsNow(person: HouseholdPerson | null, isOwn: boolean): SentencePart[] {
  if (!person) return ["Anyone can do it now"];
  return isOwn ? ["You have it now"] : [{ words: person.label }, " has it now"];
}

/** The request to somebody else has ended. */
async function describeAsked(
  db: Kysely<Database>,
  { userId }: ZonedViewer,
  { person, request }: Holder,
): Promise<SentencePart[] | null> {
  if (!request || request.person_id === person?.id || request.state === "declined") return null;
  const asked = { words: request.delegate_name };
  if (request.state === "pending") return [asked, " is no longer asked."];
  const releases = await findMessagesAbout(db, "delegation_release", [request.id]);
  if (releases.some(({ state }) => state !== "cancelled")) return [asked, " hears of it."];
  // A delegate who gives the task away takes back their yes.
  const asker = request.delegateUserId === userId ? request.asked_by : null;
  if (!asker || asker === userId) return null;
  const { firstName = null } = (await findPeople(db, [asker])).get(asker) ?? {};
  return [firstName === null ? "Who asked you" : { words: firstName }, " hears of it."];
}

async function describeHolder(
  db: Kysely<Database>,
  { task, person, request }: Holder & { person: HouseholdPerson },
): Promise<SentencePart[] | null> {
  const name = { words: person.label };
  if (person.userId === null)
    return request?.person_id === person.id ? null : ["I haven't told ", name, "."];
  const reminders = await findPendingReminders(db, person.userId, [task.id]);
  return [name, reminders.has(task.id) ? " will be reminded." : " sees it in Mila."];
}

import { titleForWhom } from "#app/domain/tasks/lists/about-beside.ts";
import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { fullName } from "#app/domain/accounts/profile/person-name.ts";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import type { MessageSender } from "#app/domain/outbox/rendering/sender.ts";
import { namesToChoose } from "#app/domain/people/same-name.ts";
import { findPreferences } from "#app/domain/preferences/preferences.server.ts";
import { findFollowingWords } from "#app/domain/series/following-words.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { canBeAsked } from "#app/domain/people/family/family-members.server.ts";
import { delegationRequestMessage, ownRequestText } from "../messages/request-text.ts";
import { delegationLink } from "#app/domain/core/links.server.ts";
import { formatPhoneNumber } from "#app/domain/core/phone.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import type { Channel, Database, Relation } from "#db/schema.ts";
import { addressForMethod, chooseMethod, listDelegates } from "./delegates.server.ts";
import type { Contact } from "../contacts.server.ts";
import { listRequests, type PastRequest } from "../views/history.server.ts";
import { type AskMethod, askMethods } from "../input.ts";
import { shownState } from "../requests/open-requests.server.ts";

interface DelegatePage {
  id: string;
  title: string;
  isCompleted: boolean;
  delegates: {
    id: string;
    name: string;
    relation: Relation;
    isPartner: boolean;
    reach: string[];
  }[];
  methods: { method: AskMethod; problem: string | null }[];
  familyMemberId: string;
  method: AskMethod;
  preview: string;
  /** "every Tuesday", if it repeats. */
  following: string | null;
  current: PastRequest | null;
  /** The text of the current request, for the asker to send from their own phone. */
  ownText: { words: string; phone: string | null } | null;
  shown: string;
}

export async function findDelegatePage(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  taskId: string,
  instance: { isSetUp: (channel: Channel) => boolean; origin: string },
): Promise<DelegatePage | undefined> {
  const now = nowIso();
  const task = await findTask(db, viewer, taskId);
  if (!task) return undefined;
  const delegates = await listDelegates(db, viewer);
  const names = namesToChoose(delegates);
  const { chosen, preferred, asker } = await findChoice(db, viewer, delegates, task.assignee_id);
  const requests = await listRequests(db, viewer, taskId, instance.isSetUp("email"), now);
  // The current request is not always the newest: someone may say yes after another person was
  // asked.
  const current = requests.find(({ endedOn }) => !endedOn);
  const method = chooseMethod(chosen, preferred, instance.isSetUp);
  const following = (await findFollowingWords(db, [taskId])).get(taskId) ?? null;
  const told = { ...task, title: titleForWhom(task) };
  return {
    id: taskId,
    title: task.title,
    isCompleted: task.is_completed === 1,
    delegates: delegates.map(({ id, relation, phone, email }) => ({
      id,
      name: names.get(id)!,
      relation,
      isPartner: canBeAsked(relation),
      reach: [phone && formatPhoneNumber(phone), email].filter((address) => address !== null),
    })),
    methods: askMethods.map((value) => ({
      method: value,
      problem: findProblem(value, delegates, instance.isSetUp),
    })),
    familyMemberId: chosen?.id ?? "",
    method,
    preview: writePreview(
      { ...told, asker, timeZone: chosen?.timeZone ?? null, method },
      instance.origin,
      now,
    ),
    following,
    current: current ?? null,
    ownText: current ? writeOwnText(told, current, { delegates, following, now }) : null,
    shown: current ? shownState(current.id, current.status) : "nothing",
  };
}

function writeOwnText(
  { title, due_date, due_time_zone }: Pick<PreviewedTask, "title" | "due_date" | "due_time_zone">,
  { personId, isForAll }: PastRequest,
  { delegates, following, now }: { delegates: Contact[]; following: string | null; now: string },
) {
  const asked = delegates.find(({ id }) => id === personId);
  const due = due_date && due_time_zone ? { instant: due_date, timeZone: due_time_zone } : null;
  const words = ownRequestText({
    title,
    due,
    following: isForAll ? following : null,
    timeZone: asked?.timeZone ?? null,
    now,
  });
  return { words, phone: asked?.phone ?? null };
}

const methodNames = { sms: "SMS", whatsapp: "WhatsApp", email: "Email" } as const;

function findProblem(
  method: AskMethod,
  delegates: Contact[],
  isSetUp: (channel: Channel) => boolean,
): string | null {
  if (method === "link") return null;
  if (!isSetUp(method)) return `${methodNames[method]} isn't set up here`;
  if (delegates.some((delegate) => addressForMethod(delegate, method))) return null;
  const what = method === "email" ? "email address" : "phone number";
  return `No ${what}${delegates.length === 1 ? ` for ${delegates[0]?.name}` : ""} yet`;
}

async function findChoice(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  delegates: Contact[],
  assigneeId: string | null,
) {
  const { default_spouse_id, delegation_method: preferred } = await findPreferences(
    db,
    viewer.userId,
  );
  const asker = await findPerson(db, viewer.userId);
  const assigned = delegates.find(({ id }) => id === assigneeId);
  const partners = delegates.filter(({ relation }) => canBeAsked(relation));
  const chosen = assigned ?? partners.find(({ id }) => id === default_spouse_id) ?? partners[0];
  return { chosen, preferred, asker: { name: fullName(asker), email: asker.email } };
}

interface PreviewedTask {
  title: string;
  description: string | null;
  due_date: string | null;
  due_time_zone: string | null;
  asker: MessageSender;
  timeZone: string | null;
  method: AskMethod;
}

/**
 * Writes the text without a real link, which doesn't exist yet: a placeholder of the same length
 * makes it cut at the same place.
 */
function writePreview(task: PreviewedTask, origin: string, now: string): string {
  const { title, description, due_date, due_time_zone, asker, timeZone, method } = task;
  const due = due_date && due_time_zone ? { instant: due_date, timeZone: due_time_zone } : null;
  const url = delegationLink({ origin, linkKey: "" }, { id: newId(), version: 1 });
  const message = delegationRequestMessage({
    asker,
    task: { title, description, due },
    timeZone,
    url,
    now,
  });
  const text = method === "sms" ? message.text : `Mila: ${message.templateVariables.join(" ")}`;
  return text.replace(url, `${origin}/delegations/…`);
}

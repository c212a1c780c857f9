import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import { findPreferences } from "#app/domain/preferences/preferences.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { delegationRequestMessage } from "../messages/request-text.ts";
import { delegationLink } from "#app/domain/core/links.server.ts";
import { formatPhoneNumber } from "#app/domain/core/phone.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Channel, Database } from "#db/schema.ts";
import { chooseMethod } from "./choose-method.server.ts";
import type { Contact } from "../contacts.server.ts";
import { addressOf, listDelegates } from "./delegates.server.ts";
import { listRequests, type PastRequest } from "../views/history.server.ts";
import { type AskMethod, askMethods } from "../input.ts";
import { shownAs } from "../requests/open-request.server.ts";

interface Viewer {
  userId: string;
  householdId: string;
  timeZone: string;
}

/** What somebody sees who wants to ask another to do the task. */
interface DelegatePage {
  id: string;
  title: string;
  isCompleted: boolean;
  delegates: { id: string; name: string; relation: Contact["relation"]; reach: string[] }[];
  /** How they can be asked, and what stands in the way where they cannot. */
  methods: { method: AskMethod; problem: string | null }[];
  /** Chosen to begin with: who does it by the task, else by the viewer's preferences as far as that is possible. */
  familyMemberId: string;
  method: AskMethod;
  /** The message, as it will be. */
  preview: string;
  /** The request that stands, answered or not. */
  current: PastRequest | null;
  /** The same for the form to say, as `ask` takes it. */
  shown: string;
}

/** The page, or undefined when there is no such task for the viewer. */
export async function findDelegatePage(
  db: Kysely<Database>,
  viewer: Viewer,
  taskId: string,
  instance: { isSetUp: (channel: Channel) => boolean; origin: string },
): Promise<DelegatePage | undefined> {
  const now = nowIso();
  const task = await findTask(db, viewer, taskId);
  if (!task) return undefined;
  const delegates = await listDelegates(db, viewer);
  const { chosen, preferred, asker } = await findChoice(db, viewer, delegates, task.assignee);
  const [newest] = await listRequests(db, viewer, taskId, now);
  const isOpen = newest && !newest.endedOn;
  const method = chooseMethod(chosen, preferred, instance.isSetUp);
  return {
    id: taskId,
    title: task.title,
    isCompleted: task.is_completed === 1,
    delegates: delegates.map(({ id, name, relation, phone, email }) => ({
      id,
      name,
      relation,
      reach: [phone && formatPhoneNumber(phone), email].filter((address) => address !== null),
    })),
    methods: askMethods.map((way) => ({ method: way, problem: problemOf(way, delegates, instance.isSetUp) })),
    familyMemberId: chosen?.id ?? "",
    method,
    preview: previewOf({ ...task, asker, timeZone: chosen?.timeZone ?? null, method }, instance.origin, now),
    current: isOpen ? newest : null,
    shown: isOpen ? shownAs(newest.id, newest.status) : "nothing",
  };
}

const names = { sms: "SMS", whatsapp: "WhatsApp", email: "Email" } as const;

function problemOf(method: AskMethod, delegates: Contact[], isSetUp: (channel: Channel) => boolean): string | null {
  if (method === "link") return null;
  if (!isSetUp(method)) return `${names[method]} is not set up here`;
  if (delegates.some((delegate) => addressOf(delegate, method))) return null;
  const what = method === "email" ? "email address" : "phone number";
  return `No ${what}${delegates.length === 1 ? ` for ${delegates[0]?.name}` : ""} yet`;
}

/** Who is named in the task, else whom the viewer prefers to ask. */
async function findChoice(db: Kysely<Database>, viewer: Viewer, delegates: Contact[], assignee: string | null) {
  const { default_spouse_id, delegation_method: preferred } = await findPreferences(db, viewer.userId);
  const { firstName: asker } = await findPerson(db, viewer.userId);
  const named = delegates.find(({ name }) => name.toLowerCase() === assignee?.toLowerCase());
  const chosen = named ?? delegates.find(({ id }) => id === default_spouse_id) ?? delegates[0];
  return { chosen, preferred, asker };
}

interface Previewed {
  title: string;
  description: string | null;
  due_date: string | null;
  due_time_zone: string | null;
  asker: string | null;
  timeZone: string | null;
  method: AskMethod;
}

/** The link is made with the request: one of its length stands for it, for a text to be cut where it will be. */
function previewOf(task: Previewed, origin: string, now: string): string {
  const { title, description, due_date, due_time_zone, asker, timeZone, method } = task;
  const due = due_date && due_time_zone ? { instant: due_date, timeZone: due_time_zone } : null;
  const url = delegationLink({ origin, linkKey: "" }, { id: newId(), version: 1 });
  const message = delegationRequestMessage({ asker, task: { title, description, due }, timeZone, url, now });
  const text = method === "sms" ? message.text : `Mila: ${message.templateVariables.join(" ")}`;
  return text.replace(url, `${origin}/delegations/…`);
}

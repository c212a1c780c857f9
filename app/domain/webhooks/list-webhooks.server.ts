import type { Kysely, Selectable } from "kysely";
import { formatDue } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Database, WebhookKind, WebhookOffReason } from "#db/schema.ts";
import { kindNames } from "./input.ts";
import { daysToTry } from "./limits.ts";

export interface ListedWebhook {
  id: string;
  host: string;
  kinds: WebhookKind[];
  state: string;
  isOff: boolean;
}

type Row = Selectable<Database["webhooks"]>;

export async function listWebhooks(
  db: Kysely<Database>,
  { householdId, timeZone }: ZonedViewer,
): Promise<ListedWebhook[]> {
  const rows = await ofHousehold(db, householdId).orderBy("added_at").orderBy("id").execute();
  return rows.map((row) => view(row, timeZone));
}

/** Lists the webhooks that were switched off because their servers did not answer, or are gone. */
export const listSwitchedOff = async (
  db: Kysely<Database>,
  { householdId }: Pick<ZonedViewer, "householdId">,
): Promise<{ id: string; host: string }[]> => listOff(db, householdId);

const listOff = compileOnce((db, householdId: string) =>
  db
    .selectFrom("webhooks")
    .select(["id", "host"])
    .where("household_id", "=", householdId)
    .where("off_at", "is not", null)
    .orderBy("added_at")
    .orderBy("id"),
);

export interface ListedMessage {
  id: string;
  kind: string;
  madeAt: string;
  state: string;
  canSendAgain: boolean;
}

const listedMessages = 50;

/** Returns a webhook with its last messages. Undefined if the household has no such webhook. */
export async function findWebhook(
  db: Kysely<Database>,
  { householdId, timeZone }: ZonedViewer,
  id: string,
): Promise<(ListedWebhook & { messages: ListedMessage[] }) | undefined> {
  const row = await ofHousehold(db, householdId).where("id", "=", id).executeTakeFirst();
  if (!row) return undefined;
  const messages = await db
    .selectFrom("webhook_messages")
    .selectAll()
    .where("webhook_id", "=", id)
    .orderBy("position", "desc")
    .limit(listedMessages)
    .execute();
  return {
    ...view(row, timeZone),
    messages: messages.map((message) => ({
      id: message.id,
      kind: message.kind,
      madeAt: formatDue(message.made_at, timeZone),
      state: describeMessage(message, row, timeZone),
      canSendAgain: message.state !== "waiting" && row.off_at === null && row.held_at === null,
    })),
  };
}

const ofHousehold = (db: Kysely<Database>, householdId: string) =>
  db.selectFrom("webhooks").selectAll().where("household_id", "=", householdId);

function view(row: Row, timeZone: string): ListedWebhook {
  const { id, host } = row;
  const chosen = row.kinds.split(" ");
  const kinds = kindNames.filter((kind) => chosen.includes(kind));
  return { id, host, kinds, state: describeState(row, timeZone), isOff: row.off_at !== null };
}

const offReasons: Record<WebhookOffReason, string> = {
  gone: "because its server said that it is gone",
  failing: `because its server took no message for ${daysToTry} days`,
  lost_secret: "because its secret was lost with Mila's keys",
};

function describeState(
  { off_at, off_reason, held_at, failures, next_send_at }: Row,
  timeZone: string,
): string {
  if (off_at && off_reason)
    return `Switched off on ${formatDue(off_at, timeZone)}, ${offReasons[off_reason]}.`;
  if (held_at) return "A backup was restored, so it waits until Mila's owner lets me send again.";
  if (failures > 0 && next_send_at)
    return `I can't reach it at the moment. I'll try again ${formatDue(next_send_at, timeZone)}.`;
  return "On";
}

type Message = Selectable<Database["webhook_messages"]>;

function describeMessage(
  { state, status, attempts, ended_at }: Message,
  { held_at }: Row,
  timeZone: string,
): string {
  const answer = status === null ? "no answer" : `answer ${status}`;
  if (state === "sent") return `Delivered ${formatDue(ended_at!, timeZone)}, ${answer}`;
  if (state === "failed") return `Not delivered, ${answer}`;
  if (state === "left_out") return "Left out: nothing was left to say";
  if (held_at || attempts === 0) return "Waits";
  return `Waits after ${attempts} ${attempts === 1 ? "try" : "tries"}, ${answer}`;
}

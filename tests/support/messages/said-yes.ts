import { linkToken } from "#app/domain/core/link-token.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { newDatabase } from "../records/database.ts";
import { newSeries } from "../records/series.ts";
import { answerAs, newAskingFamily, newTask, phones, sendRequest } from "./delegation.ts";
import { startTexting } from "./texting.ts";

export type SaidYes = Awaited<ReturnType<typeof samSaidYes>>;

/** Makes Nora ask Sam by text to pick up Emma, this once or each day, and Sam say yes. */
export async function samSaidYes({
  title,
  isDaily = false,
}: { title?: string; isDaily?: boolean | undefined } = {}) {
  const texting = await startTexting(newDatabase());
  const { db, sendDue, outbox } = texting;
  const nora = await newAskingFamily(db);
  const daily = {
    rule: "FREQ=DAILY",
    due: "2101-06-10T15:00",
    now: nowIso(),
    title: "Pick up Emma",
  };
  const taskId = isDaily ? await newSeries(db, nora, daily) : await newTask(db, nora, title);
  const id = await sendRequest(db, nora, taskId);
  await sendDue();
  await answerAs(db, id, "accept");
  await sendDue();
  /** Sends what waits as well, as if its time had come. */
  const sendAll = async () => {
    await db
      .updateTable("deliveries")
      .set({ not_before: "2020-01-01T00:00:00.000Z" })
      .where("state", "=", "ready")
      .execute();
    await sendDue();
  };
  const link = `${outbox.origin}/delegations/${linkToken(outbox.linkKey, "delegation", id)}`;
  return { ...texting, nora, taskId, id, sendAll, link };
}

/** Lists the texts to Sam after the question. */
export const textsToSam = ({ twilio }: Pick<SaidYes, "twilio">) =>
  twilio
    .messages()
    .filter(({ to }) => to === phones.sam)
    .slice(1);

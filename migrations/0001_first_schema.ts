import type { Kysely } from "kysely";
import { createAccounts } from "./0001_first_schema/accounts.ts";
import { createCalendar } from "./0001_first_schema/calendar.ts";
import { createChat } from "./0001_first_schema/chat.ts";
import { createDelegation } from "./0001_first_schema/delegation.ts";
import { createHousehold } from "./0001_first_schema/household.ts";
import { createOutbox } from "./0001_first_schema/outbox.ts";
import { createPreferences } from "./0001_first_schema/preferences.ts";
import { createSeries } from "./0001_first_schema/series.ts";
import { createTasks } from "./0001_first_schema/tasks.ts";

/** Creates the tables in the order in which they refer to each other. */
export async function up(db: Kysely<any>): Promise<void> {
  await createAccounts(db);
  await createHousehold(db);
  await createPreferences(db);
  await createTasks(db);
  await createSeries(db);
  await createCalendar(db);
  await createDelegation(db);
  await createOutbox(db);
  await createChat(db);
}

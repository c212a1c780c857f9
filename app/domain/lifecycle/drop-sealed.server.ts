import type { Transaction } from "kysely";
import { forgetAllAuthenticators } from "#app/domain/accounts/factors/factors.server.ts";
import { forgetAllKeptForms } from "#app/domain/accounts/sessions/kept-form.server.ts";
import { endEverySession } from "#app/domain/accounts/sessions/session-list.server.ts";
import { forgetAllCalendars } from "#app/domain/calendar/google/connection.server.ts";
import { forgetShownCalendars } from "#app/domain/calendar/shown/shown-calendars.server.ts";
import { forgetPushKeys } from "#app/domain/instance/keys/push-keys.server.ts";
import { removeAllDevices } from "#app/domain/outbox/channels/push/devices.server.ts";
import type { Database } from "#db/schema.ts";

/** Deletes what lost keys signed or encrypted, because new keys can't read it. */
export async function dropSealed(trx: Transaction<Database>) {
  const sessions = await endEverySession(trx);
  const authenticators = await forgetAllAuthenticators(trx);
  const calendars = await forgetAllCalendars(trx);
  const shownCalendars = await forgetShownCalendars(trx);
  await forgetAllKeptForms(trx);
  // The subscriptions of browsers are bound to the push keys.
  await forgetPushKeys(trx);
  const devices = await removeAllDevices(trx);
  return { sessions, authenticators, calendars, shownCalendars, devices };
}

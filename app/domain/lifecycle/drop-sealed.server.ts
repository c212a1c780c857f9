import type { Transaction } from "kysely";
import { forgetAllAuthenticators } from "#app/domain/accounts/factors/factors.server.ts";
import { forgetAllKeptForms } from "#app/domain/accounts/sessions/kept-form.server.ts";
import { endEverySession } from "#app/domain/accounts/sessions/session-list.server.ts";
import { forgetAllCalendars } from "#app/domain/calendar/google/connection.server.ts";
import { forgetPushKeys } from "#app/domain/instance/keys/push-keys.server.ts";
import { forgetAllMails } from "#app/domain/mail/move-mails.server.ts";
import { removeAllDevices } from "#app/domain/outbox/channels/push/devices.server.ts";
import { forgetSources } from "#db/sql/sources.ts";
import type { Database } from "#db/schema.ts";

/** Deletes what lost keys signed or encrypted, because new keys can't read it. */
export async function dropSealed(trx: Transaction<Database>) {
  const sessions = await endEverySession(trx);
  const authenticators = await forgetAllAuthenticators(trx);
  const calendars = await forgetAllCalendars(trx);
  const shownCalendars = await forgetSources(trx, "shown_calendars");
  const mails = await forgetAllMails(trx);
  const mailboxes = await forgetSources(trx, "mailboxes");
  const addresses = await forgetSources(trx, "mail_addresses");
  const webhooks = await forgetSources(trx, "webhooks");
  await forgetAllKeptForms(trx);
  // The subscriptions of browsers are bound to the push keys.
  await forgetPushKeys(trx);
  const devices = await removeAllDevices(trx);
  return {
    sessions,
    authenticators,
    calendars,
    shownCalendars,
    mails,
    mailboxes,
    addresses,
    webhooks,
    devices,
  };
}

import type { ActionFunctionArgs } from "@remix-run/node";
import { answerButton } from "#app/domain/inbox/answer-action.server.ts";
import { readReminderAction } from "#app/domain/core/links.server.ts";
import {
  actOnReminder,
  seeReminder,
} from "#app/domain/reminders/actions/act-on-reminder.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { allowInMemory } from "#app/domain/core/rate-limits/allow.server.ts";
import { noSuchFile } from "#app/server/http-errors.server.ts";
import { linkBase } from "#app/server/instance.server.ts";
import { database } from "#db/connection.server.ts";

export { postOnly as loader } from "#app/server/http-errors.server.ts";

/** Handles a button on a notification, which an app sends without a session. */
export async function action({ request, params, context: { ipAddress } }: ActionFunctionArgs) {
  const link = readReminderAction(linkBase(request), params.token ?? "");
  if (!link) {
    if (!allowInMemory("guesses", ipAddress))
      throw new Response("Too many tries. Please wait a while.", { status: 429 });
    return noSuchFile();
  }
  const { type, deliveryId, version: linkVersion } = link;
  const pressed = { deliveryId, linkVersion };
  if (type === "seen")
    return (await seeReminder(database(), pressed)) ? new Response("It was seen.") : noSuchFile();
  const acted = await actOnReminder(database(), { type, ...pressed });
  return acted
    ? new Response(await answerButton(database(), acted, null, nowIso()))
    : noSuchFile("Nothing changed, this reminder is over.");
}

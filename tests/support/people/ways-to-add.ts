import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { nowIso } from "#app/domain/core/time.ts";
import { handleUpdate } from "#app/domain/inbox/telegram/handle-update.server.ts";
import { action as parse } from "#app/routes/api/parse-task.ts";
import { action as saveChange } from "#app/routes/api/save-change.ts";
import { action as add } from "#app/routes/dashboard/dashboard.tsx";
import { action as confirm } from "#app/routes/tasks/confirm.tsx";
import { action as remindTonight } from "#app/routes/tasks/reminders/tonight.ts";
import type { Database } from "#db/schema.ts";
import { inboxSettings, newTalkingFamily, talk } from "../messages/talk.ts";
import { routeArgs } from "../text/route.ts";

const chat = 4_711;

type Answer = Response | { data: unknown; init: { status?: number } | null };

export function statusOf(answer: unknown): number {
  const { init, status } = answer as Answer & { init?: { status?: number }; status?: number };
  return status ?? init?.status ?? 200;
}

export const dataOf = (answer: unknown) => (answer as { data: unknown }).data;

/** Returns each way to add tasks, with the answer as its sender sees it. */
export function waysToAdd(db: Kysely<Database>, { userId }: { userId: string }) {
  const post = async (
    route: (args: never) => unknown,
    request: Omit<Parameters<typeof routeArgs>[1], "userId">,
  ) => route((await routeArgs(db, { ...request, userId })) as never);
  const draft = { "drafts[0].title": "Buy milk", "drafts[0].category": "Household" };
  const change = (changeId: string, content: object) => ({
    changeId,
    userId,
    madeAt: nowIso(),
    change: content,
  });
  return {
    form: (text = "Buy milk") =>
      post(add, { path: "/dashboard", fields: { text, requestId: newId() } }),
    call: () =>
      post(parse, {
        path: "/api/parse-task",
        json: { text: "Buy milk", timeZone: "Europe/Berlin", nowIso: nowIso() },
      }),
    confirmed: () =>
      post(confirm, {
        path: "/tasks/confirm?text=Buy+milk",
        fields: { ...draft, requestId: newId() },
      }),
    offline: (changeId: string = newId(), content: object = { type: "add", text: "Buy milk" }) =>
      post(saveChange, { path: "/api/save-change", json: change(changeId, content) }),
    tonight: () =>
      post(remindTonight, {
        path: "/remind-tonight",
        fields: { action: "/preferences/profile", fields: JSON.stringify([["firstName", "Nora"]]) },
      }),
    text: () => talk(db, "Buy milk"),
    chat: async () => {
      const message = {
        message_id: 1,
        date: Math.floor(Date.now() / 1_000),
        chat: { id: chat, type: "private" as const },
      };
      const update = {
        update_id: Math.floor(Math.random() * 1e9),
        message: { ...message, text: "Buy milk" },
      };
      const receipt = { isNew: async () => true, record: async () => true };
      const [answer] = await handleUpdate(
        db,
        { update, receipt, settings: inboxSettings },
        nowIso(),
      );
      return answer?.text;
    },
  };
}

export async function newConnectedFamily(db: Kysely<Database>) {
  const nora = await newTalkingFamily(db);
  await db
    .updateTable("user_preferences")
    .set({ telegram_chat: String(chat) })
    .where("user_id", "=", nora.userId)
    .execute();
  return nora;
}

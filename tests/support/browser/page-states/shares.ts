import { v7 as newId } from "uuid";
import { nowIso } from "#app/domain/core/time.ts";
import { askSam } from "../../messages/delegation-link.ts";
import { makeOwner } from "../../people/owner.ts";
import { signedInFamily } from "../../people/signed-in-family.ts";
import { member, visitor, type PageState, type Scene } from "./page-state.ts";
import { openData } from "../../records/open-data.ts";

const familyDashboard = { ...member, title: "Family Dashboard · Mila" };
const dashboard = { ...member, title: "Dashboard · Mila" };
const request = { ...visitor, title: "Can you do this? · Mila" };
const allWords = 200_000_000;

/** Pages that show what shares stopped, and what became of requests. */
export const shareStates: Record<string, PageState> = {
  "family, more tasks to show": { ...familyDashboard, open: openMore },
  "family, no more tasks to show": {
    ...familyDashboard,
    open: ({ user }) =>
      user.visit("/family?after=2000-01-01T00:00:00.000Z_1~2000-01-01T00:00:00.000Z_1"),
  },
  "dashboard, a share refuses a task": { ...dashboard, status: 429, open: openRefused },
  "confirm a task, a share refuses it": {
    ...member,
    title: "Is this right? · Mila",
    status: 429,
    open: openRefusedDraft,
  },
  "your Mila, shares": { ...member, title: "Your Mila · Mila", open: openShares },
  "request, withdrawn": { ...request, open: (scene) => openEnded(scene, "withdraw") },
  "request, done by another": { ...request, open: (scene) => openEnded(scene, "complete") },
  "request, its task deleted": { ...request, open: (scene) => openEnded(scene, "delete") },
  "request, moved meanwhile": { ...request, open: openMoved },
};

async function setWords(
  { mila, family }: Pick<Scene, "mila" | "family">,
  words_bytes: number,
): Promise<void> {
  await using db = openData(mila.dataFolder);
  const own = db
    .selectFrom("household_members")
    .innerJoin("users", "users.id", "household_members.user_id")
    .select("household_members.household_id")
    .where("users.email", "=", family.email);
  await db.updateTable("households").set({ words_bytes }).where("id", "in", own).execute();
}

async function openMore({ user, family, mila }: Scene) {
  await using db = openData(mila.dataFolder);
  const { user_id, household_id } = await db
    .selectFrom("household_members")
    .innerJoin("users", "users.id", "household_members.user_id")
    .select(["household_members.user_id", "household_members.household_id"])
    .where("users.email", "=", family.email)
    .executeTakeFirstOrThrow();
  const done = Array.from({ length: 60 }, (_, index) => ({
    id: newId(),
    user_id,
    household_id,
    title: `Water plant ${index + 1}`,
    category: "Household" as const,
    is_completed: 1 as const,
    created_at: nowIso(),
  }));
  await db.insertInto("tasks").values(done).execute();
  await user.visit("/family");
  await user.sees("Show more tasks");
}

async function openRefused(scene: Scene) {
  const { user } = scene;
  await user.visit("/dashboard");
  await setWords(scene, allWords);
  await user.fill("What do you need?", "Call the vet about Minka on Friday at 3");
  await user.press("Send");
  await user.sees("more than 200 MB of words");
  await setWords(scene, 0);
}

async function openRefusedDraft(scene: Scene) {
  const { user } = scene;
  await user.visit("/tasks/confirm?text=call+the+vet+on+January+5+2031");
  await setWords(scene, allWords);
  await user.press("Save task");
  await user.sees("more than 200 MB of words");
  await setWords(scene, 0);
}

async function openShares(scene: Scene) {
  const { user, family, mila } = scene;
  const other = await signedInFamily(mila);
  await setWords(scene, allWords);
  await setWords({ mila, family: other }, 0.9 * allWords);
  await makeOwner(mila, family.email);
  await user.visit("/preferences/instance");
  await user.sees("200 of 200 MB of words");
  await setWords(scene, 0);
  await setWords({ mila, family: other }, 0);
}

async function openEnded({ user, family }: Scene, action: "withdraw" | "complete" | "delete") {
  const { taskId, path } = await askSam(family, {
    title: "Pick up Emma",
    dueDate: "2031-05-04T15:00",
  });
  await family.post(path, { answer: "accept", line: "With pleasure" });
  await family.post(`/tasks/${taskId}/${action}`);
  await user.visit(path);
}

async function openMoved({ user, family }: Scene) {
  const { taskId, path } = await askSam(family, {
    title: "Pick up Emma",
    dueDate: "2031-05-04T15:00",
  });
  await family.post(path, { answer: "accept" });
  await family.post(`/tasks/${taskId}/date`, { date: "2031-05-05", time: "16:30" });
  await user.visit(path);
}

import { nowIso } from "#app/domain/core/time.ts";
import { askSam } from "../../messages/delegation-link.ts";
import { makeOwner } from "../../people/owner.ts";
import { signedInFamily } from "../../people/signed-in-family.ts";
import { addFamilyMember, linkFor } from "../../records/add-family-member.ts";
import { addTask } from "../../records/add-task.ts";
import { longTitle, member, type PageState, type Scene } from "./page-state.ts";
import { openData } from "../../records/open-data.ts";

const dashboard = { ...member, title: "Dashboard · Mila" };
const confirm = { ...member, title: "Is this right? · Mila" };

export const noticeStates: Record<string, PageState> = {
  "dashboard, notices": { ...dashboard, open: openNotices },
  "dashboard, notice dismissed": { ...dashboard, open: openDismissed },
  "dashboard, a reminder came due": {
    ...dashboard,
    open: ({ user, ...scene }) => openDue(scene, user, "/dashboard"),
  },
  "preferences, a reminder came due": {
    ...member,
    title: "Profile Settings · Mila",
    open: ({ user, ...scene }) => openDue(scene, user, "/preferences/profile"),
  },
  "dashboard, a card that repeats": { ...dashboard, open: openRepeating },
  "family dashboard, requests": { ...member, title: "Family Dashboard · Mila", open: openRequests },
  "due date that has passed": {
    ...member,
    title: "When is it due? · Mila",
    titleWithScript: "Dashboard · Mila",
    open: openPassed,
  },
  "confirm a task, its reminder has passed": {
    ...confirm,
    open: ({ user }) =>
      user.visit("/tasks/confirm?text=call+the+vet+in+2+hours+and+remind+me+3+hours+before"),
  },
};

async function openNotices({ user, family, mila }: Scene) {
  await user.ignoreOverdue();
  await makeOwner(mila, family.email);
  await addTask(family, { title: "Order groceries", dueDate: "2020-02-04T08:00" });
  await family.post("/dashboard", { text: "Remind me to call the vet tomorrow at 3 pm" });
  await user.visit("/dashboard");
  await user.sees("it isn't set up here");
}

async function openDismissed({ user, family, mila }: Scene) {
  await makeOwner(mila, family.email);
  await family.post("/dashboard", { text: "Remind me to call the vet tomorrow at 3 pm" });
  await user.visit("/dashboard");
  await user.press("Dismiss");
  await user.sees("Call the vet");
  // Other states share this Mila.
  await using db = openData(mila.dataFolder);
  await db.deleteFrom("instance_facts").where("name", "like", "dismissed:%").execute();
}

async function openDue({ family, mila }: Omit<Scene, "user">, user: Scene["user"], path: string) {
  const id = await addTask(family, { title: longTitle, dueDate: "2031-05-04T15:00" });
  await using db = openData(mila.dataFolder);
  const sent = { status: "sent" as const, scheduled_at: nowIso() };
  await db.updateTable("reminders").set(sent).where("task_id", "=", id).execute();
  await user.visit(path);
  await user.sees("Snooze 10 min");
}

async function openRepeating({ user, family }: Scene) {
  await family.post("/dashboard", { text: "Take out the trash every other Tuesday at 7 pm" });
  await family.post("/dashboard", { text: "Water the plants 3 days after it was done" });
  await user.visit("/dashboard");
}

async function openRequests({ user, family, mila }: Scene) {
  const nora = await signedInFamily(mila);
  await addFamilyMember(nora, { name: "Sam", phone: "", email: family.email });
  await askSam(nora, { title: longTitle, dueDate: "2031-05-04T15:00" });
  await askSam(nora, { title: "Pick up Emma" });
  const token =
    new URLSearchParams((await linkFor(nora, family.email)).split("?")[1]).get("token") ?? "";
  await family.post("/accept-invitation", { token });
  await user.visit("/family");
  await user.sees("asked you to");
}

async function openPassed({ user }: Scene) {
  await user.visit("/dashboard");
  await user.fill("What do you need?", "Renew the passport by Nov 1 2020");
  await user.press("Send");
  await user.sees("has already passed");
}

import { addFamilyMember } from "../../records/add-family-member.ts";
import { addTask } from "../../records/add-task.ts";
import { addSam, askSam } from "../../messages/delegation-link.ts";
import {
  longTitle,
  member,
  visitor,
  widestDate,
  type PageState,
  type Scene,
} from "./page-state.ts";

const askTitle = "Who can do this? · Mila";
const requestTitle = "Can you do this? · Mila";

export const delegationStates: Record<string, PageState> = {
  "delegation, nobody to ask": {
    ...member,
    title: "Delegation · Mila",
    open: ({ user }) => user.visit("/preferences/delegation"),
  },
  delegation: { ...member, title: "Delegation · Mila", open: openDelegation },
  "delegate, nobody to ask": { ...member, title: askTitle, open: openNobodyToAsk },
  delegate: { ...member, title: askTitle, open: openDelegate },
  "delegate, someone else": { ...member, title: askTitle, open: openSomeoneElse },
  "delegate, with errors": { ...member, title: askTitle, status: 400, open: openUnreachable },
  "delegate, with a link": { ...member, title: askTitle, open: openAsked },
  "delegate, accepted": { ...member, title: askTitle, open: openAccepted },
  "delegate, answered meanwhile": { ...member, title: askTitle, status: 409, open: openBehind },
  "request to answer": { ...visitor, title: requestTitle, open: openRequest },
  "request, accepted": { ...visitor, title: requestTitle, open: openAcceptedRequest },
  "request, every time": { ...visitor, title: requestTitle, open: openEveryTime },
  "request, not this time": { ...visitor, title: requestTitle, open: openNotThisTime },
  "delegate, by a yes to all": { ...member, title: askTitle, open: openContinued },
  "request, answered with no": { ...visitor, title: requestTitle, open: openDeclinedRequest },
  "dashboard, somebody can't any more": {
    ...member,
    title: "Dashboard · Mila",
    open: openTakenBack,
  },
  "dashboard, a yes to another date": { ...member, title: "Dashboard · Mila", open: openMoved },
  "delegate, a yes to another date": {
    ...member,
    title: askTitle,
    open: async (scene) =>
      scene.user.visit(`/tasks/${(await moveAccepted(scene)).taskId}/delegate`),
  },
  "request, accepted and moved since": {
    ...visitor,
    title: requestTitle,
    open: async (scene) => scene.user.visit((await moveAccepted(scene)).path),
  },
  "request, answered too late": {
    ...visitor,
    title: requestTitle,
    status: 409,
    open: openLateAnswer,
  },
};

async function openDelegation({ user, family }: Scene) {
  await addFamilyMember(family, { name: "Sam" });
  await user.visit("/preferences/delegation");
}

const longTask = { title: longTitle, description: "y".repeat(400), dueDate: "2031-05-04T15:00" };

async function openNobodyToAsk({ user, family }: Scene) {
  await user.visit(`/tasks/${await addTask(family, { title: "Order groceries" })}/delegate`);
}

async function openDelegate({ user, family }: Scene) {
  await addSam(family);
  await addFamilyMember(family, {
    name: "Donaudampfschifffahrtsgesellschaftskapitän Müller",
    relation: "partner",
  });
  await user.visit(`/tasks/${await addTask(family, longTask)}/delegate`);
}

async function openSomeoneElse({ user, family }: Scene) {
  await addFamilyMember(family, { name: "Oma", relation: "grandparent", phone: "", email: "" });
  await user.visit(`/tasks/${await addTask(family, { title: "Order groceries" })}/delegate`);
}

async function openUnreachable({ user, family }: Scene) {
  await addSam(family);
  await user.visit(`/tasks/${await addTask(family, { title: "Order groceries" })}/delegate`);
  await user.tamper("input[type=radio][value=link]", "sms");
  await user.press("Delegate");
  await user.sees("SMS isn't set up here. Choose");
}

async function openAsked({ user, family }: Scene) {
  const { taskId } = await askSam(family);
  await user.visit(`/tasks/${taskId}/delegate`);
}

async function openAccepted({ user, family }: Scene) {
  const { taskId, path } = await askSam(family);
  await family.post(path, { answer: "accept", line: "I am there at three, and bring the bag" });
  await user.visit(`/tasks/${taskId}/delegate`);
}

async function openBehind({ user, family }: Scene) {
  const { taskId, path } = await askSam(family);
  await family.post(path, { answer: "accept" });
  await user.visit(`/tasks/${taskId}/delegate`);
  await user.tamper("input[name=shown]", "nothing");
  await user.press("Delegate");
  await user.sees("Sam said yes in the meantime");
}

async function openRequest({ user, family }: Scene) {
  await user.visit((await askSam(family, longTask)).path);
}

async function openAcceptedRequest({ user, family }: Scene) {
  const { path } = await askSam(family, longTask);
  await family.post(path, { answer: "accept", line: "z".repeat(200) });
  await user.visit(path);
}

/** Makes Sam say yes to all, and completes the first occurrence. */
async function askForAll({ family }: Scene) {
  const { taskId, sam, path } = await askSam(family, longTask);
  await family.post(`/tasks/${taskId}/repeat`, { interval: "1", unit: "week" });
  const familyMemberId = sam;
  await family.post(`/tasks/${taskId}/delegate`, { familyMemberId, method: "link", scope: "all" });
  const html = await (await family.get(`/tasks/${taskId}/delegate`)).text();
  const link = /\/delegations\/[\w.-]+/.exec(html)?.[0] ?? path;
  await family.post(link, { answer: "accept" });
  await family.post(`/tasks/${taskId}/complete`);
  return link;
}

async function openEveryTime(scene: Scene) {
  await scene.user.visit(await askForAll(scene));
  await scene.user.sees("I can't this time");
}

async function openNotThisTime(scene: Scene) {
  const link = await askForAll(scene);
  await scene.family.post(link, { answer: "decline_once" });
  await scene.user.visit(link);
  await scene.user.sees("The next ones are yours again.");
}

async function openContinued(scene: Scene) {
  await askForAll(scene);
  const html = await (await scene.family.get("/dashboard")).text();
  const open = /\/tasks\/[0-9a-f-]{36}(?=\/complete)/.exec(html)?.[0] ?? "";
  await scene.user.visit(`${open}/delegate`);
  await scene.user.sees("By a yes for every time");
}

async function openDeclinedRequest({ user, family }: Scene) {
  const { path } = await askSam(family, longTask);
  await family.post(path, { answer: "decline" });
  await user.visit(path);
}

async function openTakenBack({ user, family }: Scene) {
  const { path } = await askSam(family);
  await family.post(path, { answer: "accept" });
  await family.post(path, { answer: "decline" });
  await user.visit("/dashboard");
}

async function moveAccepted({ family }: Pick<Scene, "family">) {
  const task = { title: "Take Emma to her swimming lesson", dueDate: widestDate };
  const asked = await askSam(family, task);
  await family.post(asked.path, { answer: "accept", seenDue: widestDate });
  await family.post(`/tasks/${asked.taskId}/date`, { date: "2031-09-25", time: "16:30" });
  return asked;
}

async function openMoved({ user, family }: Scene) {
  await moveAccepted({ family });
  await user.visit("/dashboard");
  await user.sees("not yet to");
}

async function openLateAnswer({ user, family }: Scene) {
  const { taskId, path } = await askSam(family);
  await user.visit(path);
  await family.post(`/tasks/${taskId}/withdraw`);
  await user.press("Yes, I'll do it");
  await user.sees("Things changed before you answered");
}

import { addFamilyMember } from "../add-family-member.ts";
import { addTask } from "../add-task.ts";
import { addSam, askSam } from "../delegation-link.ts";
import { longText, member, visitor, type PageState, type Scene } from "./page-state.ts";

const askTitle = "Who can do this? · Mila";
const requestTitle = "Can you do this? · Mila";

export const delegationStates: Record<string, PageState> = {
  "delegation, nobody to ask": {
    ...member,
    title: "Delegation · Mila",
    open: ({ visit }) => visit("/preferences/delegation"),
  },
  delegation: { ...member, title: "Delegation · Mila", open: openDelegation },
  "delegate, nobody to ask": { ...member, title: askTitle, open: openNobodyToAsk },
  delegate: { ...member, title: askTitle, open: openDelegate },
  "delegate, with errors": { ...member, title: askTitle, status: 400, open: openUnreachable },
  "delegate, with a link": { ...member, title: askTitle, open: openAsked },
  "delegate, accepted": { ...member, title: askTitle, open: openAccepted },
  "delegate, answered meanwhile": { ...member, title: askTitle, status: 409, open: openBehind },
  "request to answer": { ...visitor, title: requestTitle, open: openRequest },
  "request, accepted": { ...visitor, title: requestTitle, open: openAcceptedRequest },
  "request, answered too late": { ...visitor, title: requestTitle, status: 409, open: openLateAnswer },
};

async function openDelegation({ visit, family }: Scene) {
  await addFamilyMember(family, { name: "Sam" });
  await visit("/preferences/delegation");
}

const askedOf = { title: longText.repeat(4).slice(0, 300), description: "y".repeat(400), dueDate: "2031-05-04T15:00" };

async function openNobodyToAsk({ visit, family }: Scene) {
  await visit(`/tasks/${await addTask(family, { title: "Order groceries" })}/delegate`);
}

async function openDelegate({ visit, family }: Scene) {
  await addSam(family);
  await addFamilyMember(family, { name: "Donaudampfschifffahrtsgesellschaftskapitän Müller", relation: "partner" });
  await visit(`/tasks/${await addTask(family, askedOf)}/delegate`);
}

async function openUnreachable({ page, visit, family }: Scene) {
  await addSam(family);
  await visit(`/tasks/${await addTask(family, { title: "Order groceries" })}/delegate`);
  await page.getByRole("radio", { name: "Copy a link" }).evaluate((radio) => radio.setAttribute("value", "sms"));
  await page.getByRole("button", { name: "Delegate" }).click();
  await page.getByText("SMS is not set up here. Choose").waitFor();
}

async function openAsked({ visit, family }: Scene) {
  const { taskId } = await askSam(family);
  await visit(`/tasks/${taskId}/delegate`);
}

async function openAccepted({ visit, family }: Scene) {
  const { taskId, path } = await askSam(family);
  await family.post(path, { answer: "accept", line: "I am there at three, and bring the bag" });
  await visit(`/tasks/${taskId}/delegate`);
}

async function openBehind({ page, visit, family }: Scene) {
  const { taskId, path } = await askSam(family);
  await family.post(path, { answer: "accept" });
  await visit(`/tasks/${taskId}/delegate`);
  await page.locator("input[name=shown]").evaluate((input) => input.setAttribute("value", "nothing"));
  await page.getByRole("button", { name: "Delegate" }).click();
  await page.getByText("Sam said yes in the meantime").waitFor();
}

async function openRequest({ visit, family }: Scene) {
  await visit((await askSam(family, askedOf)).path);
}

async function openAcceptedRequest({ visit, family }: Scene) {
  const { path } = await askSam(family, askedOf);
  await family.post(path, { answer: "accept", line: "z".repeat(200) });
  await visit(path);
}

async function openLateAnswer({ page, visit, family }: Scene) {
  const { taskId, path } = await askSam(family);
  await visit(path);
  await family.post(`/tasks/${taskId}/withdraw`);
  await page.getByRole("button", { name: "Yes, I'll do it" }).click();
  await page.getByText("Your answer came too late").waitFor();
}

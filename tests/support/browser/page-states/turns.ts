import { addFamilyMember } from "../../records/add-family-member.ts";
import { addTask } from "../../records/add-task.ts";
import { longTitle, member, type PageState, type Scene, widestDate } from "./page-state.ts";

export const turnStates: Record<string, PageState> = {
  "turns of a task": { ...member, title: "Whose turn is it? · Mila", open: openTurns },
  "turns without people": {
    ...member,
    title: "Whose turn is it? · Mila",
    status: 400,
    open: openWrongTurns,
  },
  "edit a task in turns, for another person": {
    ...member,
    title: "Edit task · Mila",
    status: 400,
    open: openEditForAnother,
  },
  "dashboard, turns": { ...member, title: "Dashboard · Mila", open: openCards },
  "dashboard, given to someone who has left": {
    ...member,
    title: "Dashboard · Mila",
    open: openLeftCards,
  },
  "task of someone who has left": { ...member, title: "Call the vet · Mila", open: openLeftTask },
  "task that was done in turns": {
    ...member,
    title: "Take out the trash · Mila",
    open: openHistory,
  },
  "who did what": { ...member, title: "Who did what · Mila", open: openMonth },
  "away, nobody": {
    ...member,
    title: "Away · Mila",
    open: ({ user }) => user.visit("/family/away"),
  },
  "away, somebody": { ...member, title: "Away · Mila", open: openAway },
};

const longName = "Donaudampfschifffahrtsgesellschaftskapitän Müller-Lüdenscheidt";
const inTurns = "take out the trash every Tuesday at 7pm: Emma and me in turns";

async function addPeople({ family }: Scene) {
  const timeZone = "America/New_York";
  await family.post("/preferences/profile", {
    firstName: "Nora",
    lastName: "",
    role: "mom",
    timeZone,
  });
  await addFamilyMember(family, { name: "Emma", relation: "child", phone: "", email: "" });
  await addFamilyMember(family, { name: longName, relation: "grandparent", phone: "", email: "" });
}

async function addTurns(scene: Scene): Promise<string> {
  await addPeople(scene);
  await scene.family.post("/dashboard", { text: inTurns });
  return openTaskPath(scene);
}

async function openTaskPath({ family }: Scene): Promise<string> {
  const html = await (await family.get("/dashboard")).text();
  return /\/tasks\/[0-9a-f-]{36}(?=\/complete)/.exec(html)?.[0] ?? "";
}

async function openTurns(scene: Scene) {
  await scene.user.visit(`${await addTurns(scene)}/turns`);
  await scene.user.sees("Only this time");
}

async function openEditForAnother(scene: Scene) {
  await scene.user.visit(`${await addTurns(scene)}/edit`);
  await scene.user.choose("Who", longName);
  await scene.user.tamper("input[type=radio][value=one]", "all");
  await scene.user.press("Save Changes");
  await scene.user.sees("Turns decide who does the following ones");
}

async function openWrongTurns(scene: Scene) {
  await scene.user.visit(`${await addTurns(scene)}/turns`);
  await scene.user.uncheck("Emma");
  await scene.user.uncheck("Nora (you)");
  await scene.user.press("Save");
  await scene.user.sees("Please choose at least one person");
}

async function openCards(scene: Scene) {
  await addTurns(scene);
  await scene.family.post("/dashboard", {
    text: "water the ferns every Friday, who does it? anyone",
  });
  await scene.user.visit("/dashboard");
  await scene.user.sees("I'll do it");
}

/** Everybody except Nora leaves. Returns the id of the task of who had the longest name. */
async function leaveTasks(scene: Scene): Promise<string> {
  const { family } = scene;
  await addPeople(scene);
  await addTask(family, { title: longTitle, assignee: "Emma", dueDate: widestDate });
  const id = await addTask(family, { title: "Call the vet", assignee: longName });
  const page = await (await family.get("/preferences/family/members")).text();
  for (const [path] of page.matchAll(/\/preferences\/family\/members\/[0-9a-f-]{36}\/delete/g))
    await family.post(path);
  return id;
}

async function openLeftCards(scene: Scene) {
  await leaveTasks(scene);
  await scene.user.visit("/dashboard");
  await scene.user.sees("any more");
}

async function openLeftTask(scene: Scene) {
  await scene.user.visit(`/tasks/${await leaveTasks(scene)}`);
  await scene.user.sees("any more");
}

async function tickOff(scene: Scene, times: number) {
  for (let time = 0; time < times; time += 1)
    await scene.family.post(`${await openTaskPath(scene)}/complete`);
}

async function openHistory(scene: Scene) {
  await addTurns(scene);
  await tickOff(scene, 4);
  await scene.user.visit(await openTaskPath(scene));
  await scene.user.sees("in a row");
}

async function openMonth(scene: Scene) {
  await addTurns(scene);
  await tickOff(scene, 3);
  await scene.user.visit("/family/month");
  await scene.user.sees("Take out the trash");
}

async function openAway(scene: Scene) {
  await addPeople(scene);
  await scene.user.visit("/family/away");
  await scene.user.fill("From", "2031-02-01");
  await scene.user.fill("Until", "2031-02-14");
  await scene.user.press("Add");
  await scene.user.sees("2031");
}

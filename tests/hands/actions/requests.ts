import { answerRequest } from "#app/domain/delegation/answering/answer.server.ts";
import { ask } from "#app/domain/delegation/asking/ask.server.ts";
import { withdrawRequest } from "#app/domain/delegation/ending/withdraw.server.ts";
import { findRequestPage } from "#app/domain/delegation/views/request-page.server.ts";
import { listFamilyMembers } from "#app/domain/people/family/family-members.server.ts";
import type { Chance } from "../chance.ts";
import { type ActionKind, numbers, samsChat, someone, type World } from "../world.ts";
import { talk } from "../../support/messages/talk.ts";
import { chooseTask, named } from "./tasks.ts";
import { work } from "./time.ts";

/** Adults, and now and then a child, whom nobody can ask. */
async function askSomebody(world: World, chance: Chance) {
  const who = await someone(world, chance);
  const task = await chooseTask(world, chance, who);
  const others = await listFamilyMembers(world.db, who);
  const adults = others.filter(({ relation }) => relation !== "child");
  const some = chance.percent(5) ? others : adults;
  if (!task || some.length === 0) return null;
  const whom = chance.of(some);
  const method = chance.of(["sms", "sms", "sms", "email", "link"] as const);
  const scope = chance.of([undefined, "one", "all"] as const);
  const asked = await ask(world.db, who, {
    taskId: task.id,
    familyMemberId: whom.id,
    method,
    ...(scope && { scope }),
  });
  return {
    id: asked.status === "asked" ? asked.id : null,
    words: `${who.name} asks ${whom.name} for ${named(task)} (${scope ?? "one"}) by ${method}: ${asked.status}`,
  };
}

export const requestActions: Record<string, ActionKind> = {
  ask: {
    weight: 8,
    async take(world, chance) {
      const asked = await askSomebody(world, chance);
      return asked && asked.words;
    },
  },
  sayYes: {
    weight: 9,
    async take(world, chance) {
      const asked = await askSomebody(world, chance);
      if (!asked?.id) return null;
      if (chance.percent(85)) await work(world);
      const answer = chance.of(["accept", "accept", "accept", "accept_once", "decline"] as const);
      const outcome = await answerRequest(world.db, asked.id, { answer });
      return `${asked.words}, who says ${answer}: ${outcome}`;
    },
  },
  withdraw: {
    weight: 4,
    async take(world, chance) {
      const who = await someone(world, chance);
      const task = await chooseTask(world, chance, who);
      if (!task) return null;
      return `${who.name} withdraws the request for ${named(task)}: ${await withdrawRequest(world.db, who, task.id)}`;
    },
  },
  answerByLink: {
    weight: 12,
    async take(world, chance) {
      const isRecent = chance.percent(85);
      const requests = await world.db
        .selectFrom("delegations")
        .innerJoin("tasks", "tasks.id", "delegations.task_id")
        .select(["delegations.id", "delegations.version", "delegate_name", "title", "due_local"])
        .$if(isRecent, (query) => query.where("state", "in", ["pending", "accepted"]))
        .orderBy("delegations.id", "desc")
        .limit(12)
        .execute();
      if (requests.length === 0) return null;
      const { id, version, delegate_name, title, due_local } = chance.of(requests);
      const page = await findRequestPage(world.db, { id, version, isCopy: false });
      const answer = chance.of(["accept", "accept", "accept_once", "decline", "done"] as const);
      const seenDue = page?.dueLocal ?? undefined;
      const outcome = await answerRequest(world.db, id, {
        answer,
        ...(seenDue !== undefined && { seenDue }),
      });
      return `${delegate_name} opens the link of “${title}” of ${due_local} (${page?.status}) and presses ${answer}: ${outcome}`;
    },
  },
  text: {
    weight: 12,
    async take(world, chance) {
      const [who, number] = chance.of(Object.entries(numbers));
      const isChat = who === "Sam" && chance.percent(50);
      const from = isChat ? samsChat : number;
      const body = chance.of([
        "yes",
        "yes",
        "no",
        "YES 1",
        "NO 2",
        "done",
        "DONE trash",
        "snooze",
        "undo",
        "undo",
        "list",
        "Buy bread tomorrow at 5pm",
        "Walk the dog every day at 7am",
        "what?",
      ]);
      const reply = await talk(world.db, body, { from, channel: isChat ? "telegram" : "sms" });
      world.replies.push({ from, body, reply });
      return `${who} ${isChat ? "writes" : "texts"} “${body}”: ${reply}`;
    },
  },
};
